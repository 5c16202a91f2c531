import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'

const OPEN_AFTER_MS = 350
/** Time to move the pointer from the element onto the tooltip (WCAG 1.4.13, hoverable). */
const CLOSE_AFTER_MS = 120
const GAP_PX = 6

type Described = { 'aria-describedby'?: string }

type TooltipProps = {
  text: ReactNode
  /** Whether the text says more than the element's own name does, and so is announced as its description. */
  describes?: boolean
  /** One element that can have focus. */
  children: ReactElement<Described>
}

/**
 * A short text beside an element while it is hovered or has keyboard focus; Escape puts it away. Written here
 * because the positioning library behind radix's tooltip would weigh on the first load of every route.
 */
export function Tooltip({ text, describes = true, children }: TooltipProps) {
  const id = useId()
  const wrapper = useRef<HTMLSpanElement>(null)
  const timer = useRef(0)
  const [open, setOpen] = useState(false)

  function later(next: boolean, milliseconds: number) {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setOpen(next), milliseconds)
  }

  function now(next: boolean) {
    window.clearTimeout(timer.current)
    setOpen(next)
  }

  useEffect(() => () => window.clearTimeout(timer.current), [])

  useEffect(() => {
    if (!open) return
    function dismiss(event: KeyboardEvent) {
      if (event.key === 'Escape') setOpen(false)
    }
    document.addEventListener('keydown', dismiss)
    return () => document.removeEventListener('keydown', dismiss)
  }, [open])

  return (
    <span
      ref={wrapper}
      className="contents"
      onPointerEnter={(event) => event.pointerType === 'mouse' && later(true, OPEN_AFTER_MS)}
      onPointerLeave={() => later(false, CLOSE_AFTER_MS)}
      onPointerDown={() => now(false)}
      onFocus={(event) => event.target.matches(':focus-visible') && now(true)}
      onBlur={() => now(false)}
    >
      {describes && open ? cloneElement(children, { 'aria-describedby': id }) : children}
      {open ? (
        <TooltipBubble
          id={id}
          anchor={wrapper.current?.firstElementChild ?? null}
          onPointerEnter={() => now(true)}
          onPointerLeave={() => later(false, CLOSE_AFTER_MS)}
        >
          {text}
        </TooltipBubble>
      ) : null}
    </span>
  )
}

type BubbleProps = {
  id: string
  anchor: Element | null
  children: ReactNode
  onPointerEnter: () => void
  onPointerLeave: () => void
}

function TooltipBubble({ id, anchor, children, ...pointer }: BubbleProps) {
  const bubble = useRef<HTMLSpanElement>(null)

  // Below the element, above it where there is no room, never past the window's sides.
  useLayoutEffect(() => {
    if (!anchor || !bubble.current) return
    const around = anchor.getBoundingClientRect()
    const own = bubble.current.getBoundingClientRect()
    const below = around.bottom + GAP_PX
    const fits = below + own.height <= window.innerHeight
    const left = around.left + around.width / 2 - own.width / 2
    const rightmost = window.innerWidth - own.width - GAP_PX
    bubble.current.style.top = `${fits ? below : around.top - GAP_PX - own.height}px`
    bubble.current.style.left = `${Math.max(GAP_PX, Math.min(left, rightmost))}px`
  }, [anchor])

  return createPortal(
    <span
      ref={bubble}
      id={id}
      role="tooltip"
      className="pointer-events-auto fixed z-[50010] max-w-64 rounded-md bg-tooltip px-2 py-1 text-xs font-medium text-tooltip-text shadow-raised"
      {...pointer}
    >
      {children}
    </span>,
    document.body,
  )
}
