import {
  cloneElement,
  type PointerEvent,
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
/** Time to move the pointer from the element to the tooltip (WCAG 1.4.13, hoverable). */
const CLOSE_AFTER_MS = 120
const GAP_PX = 6

/** Where the last press on an element with a tooltip was, in the window. */
let pressed: { x: number; y: number } | undefined

type Described = { 'aria-describedby'?: string }

type TooltipProps = {
  text: ReactNode
  /** Whether the text adds to the element's name, and so is announced as its description. */
  describes?: boolean
  /** A single focusable element. */
  children: ReactElement<Described>
}

/**
 * A short text shown while an element is hovered or has keyboard focus; Escape hides it. Our own, because the positioning library
 * of radix's tooltip would add to the first load of every route.
 */
export function Tooltip({ text, describes = true, children }: TooltipProps) {
  const id = useId()
  const timer = useRef(0)
  const [anchor, setAnchor] = useState<Element | null>(null)

  /** Shows the tooltip next to the element, or hides it for null. */
  function show(element: Element | null, afterMs = 0) {
    window.clearTimeout(timer.current)
    if (afterMs === 0) setAnchor(element)
    else timer.current = window.setTimeout(() => setAnchor(element), afterMs)
  }

  function enter(event: PointerEvent) {
    // After a press that removes a row, the pointer rests on the next row's button; its tooltip would cover what is below.
    const rests = pressed?.x === event.clientX && pressed.y === event.clientY
    if (event.pointerType === 'mouse' && !rests) show(event.currentTarget.firstElementChild, OPEN_AFTER_MS)
  }

  function press({ clientX: x, clientY: y }: PointerEvent) {
    pressed = { x, y }
    show(null)
  }

  useEffect(() => () => window.clearTimeout(timer.current), [])

  useEffect(() => {
    if (!anchor) return
    function dismiss(event: KeyboardEvent) {
      if (event.key === 'Escape') setAnchor(null)
    }
    document.addEventListener('keydown', dismiss)
    return () => document.removeEventListener('keydown', dismiss)
  }, [anchor])

  return (
    <span
      role="presentation"
      className="contents"
      onPointerEnter={enter}
      onPointerLeave={() => show(null, CLOSE_AFTER_MS)}
      onPointerDown={press}
      onFocus={(event) =>
        event.target.matches(':focus-visible') && show(event.currentTarget.firstElementChild)
      }
      onBlur={() => show(null)}
    >
      {describes && anchor ? cloneElement(children, { 'aria-describedby': id }) : children}
      {anchor ? (
        <TooltipBubble
          id={id}
          anchor={anchor}
          onPointerEnter={() => show(anchor)}
          onPointerLeave={() => show(null, CLOSE_AFTER_MS)}
        >
          {text}
        </TooltipBubble>
      ) : null}
    </span>
  )
}

type BubbleProps = {
  id: string
  anchor: Element
  children: ReactNode
  onPointerEnter: () => void
  onPointerLeave: () => void
}

function TooltipBubble({ id, anchor, children, ...pointer }: BubbleProps) {
  const bubble = useRef<HTMLSpanElement>(null)

  // Below the element, or above it if there is no room, within the window's sides.
  useLayoutEffect(() => {
    if (!bubble.current) return
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
