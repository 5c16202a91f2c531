import * as Radix from 'radix-ui/dialog'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { cn } from '@/components/ui/cn'
import { useDoubleClickGuard } from '@/components/ui/double-click-guard'
import { keepForAbove } from '@/components/ui/toast-corner'

type OverlayFrameProps = {
  title: string
  titleHidden?: boolean
  /** Focused on opening. */
  initialFocus: RefObject<HTMLElement | null>
  /** z-index of the backdrop; the overlay itself stands one above. */
  zIndex: number
  onClose: () => void
  children: ReactNode
}

/**
 * The modal frame of search and scanner, open while mounted: at the top of the window, within the space above a phone's on-screen
 * keyboard. Closes on Escape or a backdrop click and restores focus.
 */
export function OverlayFrame({
  title,
  titleHidden,
  initialFocus,
  zIndex,
  onClose,
  children,
}: OverlayFrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const focusedBefore = useRef<Element>(null)
  const keepUnderDoubleClick = useDoubleClickGuard(true)

  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const fit = () => box.current?.style.setProperty('--visible-height', `${viewport.height}px`)
    fit()
    viewport.addEventListener('resize', fit)
    return () => viewport.removeEventListener('resize', fit)
  }, [])

  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 bg-backdrop" style={{ zIndex }} />
        <div
          ref={box}
          className="pointer-events-none fixed inset-x-0 top-0 flex justify-center sm:px-6 sm:pt-[10vh]"
          style={{ zIndex: zIndex + 1 }}
        >
          <Radix.Content
            aria-describedby={undefined}
            onEscapeKeyDown={keepForAbove}
            onInteractOutside={(event) => {
              keepForAbove(event)
              keepUnderDoubleClick(event)
            }}
            onOpenAutoFocus={(event) => {
              event.preventDefault()
              focusedBefore.current = document.activeElement
              initialFocus.current?.focus()
            }}
            // Radix would focus the trigger, but there is none.
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus()
            }}
            className="pointer-events-auto flex max-h-[var(--visible-height,100dvh)] w-full min-w-0 animate-overlay flex-col overflow-hidden bg-surface-raised pt-[env(safe-area-inset-top)] shadow-overlay outline-none max-sm:rounded-b-xl sm:max-h-[80vh] sm:max-w-[38rem] sm:rounded-xl"
          >
            <Radix.Title className={cn(titleHidden ? 'sr-only' : 'px-4 pt-4 pb-3 text-lg font-semibold')}>
              {title}
            </Radix.Title>
            {children}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}
