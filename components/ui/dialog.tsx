import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { cn } from './cn'

export type DialogSize = 'sm' | 'md' | 'lg' | 'xl'

const WIDTHS: Record<DialogSize, string> = {
  sm: 'sm:max-w-[26rem]',
  md: 'sm:max-w-[34rem]',
  lg: 'sm:max-w-[46rem]',
  xl: 'sm:max-w-[60rem]',
}

const FIRST_FIELD =
  ':is(input:not([type="hidden"]), select, textarea, [contenteditable="true"]):not([disabled])'

/** Where the focus was before the dialog that is open; for one that takes another's place, as a form that of what shows it loading. */
let cameFrom: Element | null = null

/** Moves the focus on to the first field of a form that is still loading, unless it has left `resting` meanwhile. */
function focusOnArrival(body: HTMLElement, resting: HTMLElement): void {
  const observer = new MutationObserver(() => {
    const first = body.querySelector<HTMLElement>(FIRST_FIELD)
    if (!first) return
    observer.disconnect()
    if (document.activeElement === resting) first.focus()
  })
  observer.observe(body, { childList: true, subtree: true })
}

/** On a phone toasts stand above a dialog's buttons, not over them (styles/third-party.css). */
function keepClear(footer: HTMLElement): () => void {
  const { style } = document.documentElement
  const before = style.getPropertyValue('--dialog-footer')
  style.setProperty('--dialog-footer', `${footer.offsetHeight}px`)
  return () => style.setProperty('--dialog-footer', before)
}

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  titleHidden?: boolean
  description?: ReactNode
  /** Buttons at the end; they stay in sight while the body scrolls. */
  footer?: ReactNode
  size?: DialogSize
  /** Fills a phone's screen, as forms should (the default); otherwise it is a sheet at the bottom. */
  fullScreenOnPhone?: boolean
  /** Takes the focus on opening; otherwise the first field does, or the close button where there is none. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Whether Escape, the backdrop and the close button close it; false while something is being saved. */
  dismissable?: boolean
  /** 'alertdialog' for a question that must be answered. */
  role?: 'dialog' | 'alertdialog'
  /** z-index of the backdrop; the dialog itself stands one above. */
  zIndex?: number
  children?: ReactNode
}

/**
 * A modal dialog: focus goes in, stays in, and returns to where it was; Escape and the backdrop close it.
 * Import it lazily (next/dynamic) where it is not needed for the first view: it brings about 13 kB.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  titleHidden = false,
  description,
  footer,
  size = 'md',
  fullScreenOnPhone = true,
  initialFocus,
  dismissable = true,
  role = 'dialog',
  zIndex = 50,
  children,
}: DialogProps) {
  const returnTo = useRef<Element | null>(null)
  const body = useRef<HTMLDivElement>(null)
  const close = useRef<HTMLButtonElement>(null)

  function keepUnlessDismissable(event: Event) {
    if (!dismissable) event.preventDefault()
  }

  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 bg-backdrop" style={{ zIndex }} />
        <div
          className="pointer-events-none fixed inset-0 flex items-end justify-center sm:items-start sm:px-6 sm:py-[8vh]"
          style={{ zIndex: zIndex + 1 }}
        >
          <Radix.Content
            role={role}
            {...(description ? {} : { 'aria-describedby': undefined })}
            onEscapeKeyDown={keepUnlessDismissable}
            onInteractOutside={keepUnlessDismissable}
            onOpenAutoFocus={(event) => {
              const active = document.activeElement
              // The focus of a dialog that was just taken away is nowhere.
              if (active !== document.body) cameFrom = active
              returnTo.current = cameFrom
              const first = initialFocus?.current ?? body.current?.querySelector<HTMLElement>(FIRST_FIELD)
              const resting = first ?? (dismissable ? close.current : null)
              if (!resting) return
              event.preventDefault()
              resting.focus()
              if (!first && body.current) focusOnArrival(body.current, resting)
            }}
            // Radix returns the focus to its own trigger only; these dialogs are opened from anywhere.
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              const from = returnTo.current
              cameFrom = null
              // What opened it may be gone with what was done.
              const next = from?.isConnected ? from : document.querySelector('main')
              // The page stands where it stood; the main part alone would be scrolled to its beginning.
              if (next instanceof HTMLElement) next.focus({ preventScroll: true })
            }}
            className={cn(
              'pointer-events-auto flex max-h-full w-full min-w-0 flex-col bg-surface-raised shadow-overlay outline-none max-sm:animate-sheet sm:animate-overlay sm:rounded-xl',
              fullScreenOnPhone ? 'max-sm:h-full' : 'max-sm:max-h-[92dvh] max-sm:rounded-t-xl',
              WIDTHS[size],
            )}
          >
            <header
              className={cn(
                'flex items-start gap-4 px-4 pt-4 pb-3 sm:px-5',
                titleHidden && !description && 'sr-only',
              )}
            >
              <div className="min-w-0 flex-1">
                <Radix.Title className={cn('text-lg font-semibold', titleHidden && 'sr-only')}>
                  {title}
                </Radix.Title>
                {description ? (
                  <Radix.Description className="mt-1 text-base text-text-muted">
                    {description}
                  </Radix.Description>
                ) : null}
              </div>
              <Radix.Close
                ref={close}
                aria-label="Close"
                disabled={!dismissable}
                className="-mt-1 -mr-1.5 grid size-8 shrink-0 place-items-center rounded-md text-text-muted hover:bg-surface-active hover:text-text disabled:text-text-disabled touch:-mt-2.5 touch:-mr-2.5 touch:size-11"
              >
                <X aria-hidden size={16} />
              </Radix.Close>
            </header>
            <div ref={body} className="min-h-0 flex-1 overflow-y-auto px-4 pt-1 pb-4 sm:px-5 sm:pb-5">
              {children}
            </div>
            {footer ? (
              <footer
                ref={keepClear}
                className="flex flex-wrap justify-end gap-2 border-t border-border px-4 py-3 max-sm:*:flex-1 sm:px-5"
              >
                {footer}
              </footer>
            ) : null}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}
