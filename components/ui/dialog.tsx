import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { cn } from './cn'
import { useDoubleClickGuard } from './double-click-guard'
import { keepClearOfToasts, keepForAbove } from './toast-corner'

export type DialogSize = 'sm' | 'md' | 'lg' | 'xl'

const WIDTHS: Record<DialogSize, string> = {
  sm: 'sm:max-w-[26rem]',
  md: 'sm:max-w-[34rem]',
  lg: 'sm:max-w-[46rem]',
  xl: 'sm:max-w-[60rem]',
}

const FIRST_FIELD =
  ':is(input:not([type="hidden"]), select, textarea, [contenteditable="true"]):not([disabled])'

const CONTROL =
  ':is(input:not([type="hidden"]), select, textarea, button, [tabindex]:not([tabindex="-1"])):not([disabled])'

/** The first control of the part of a form with this name. */
const firstOfPart = (body: HTMLElement | null, part: string) =>
  body?.querySelector<HTMLElement>(`[data-part="${CSS.escape(part)}"] ${CONTROL}`)

/** The element focused before the open dialog; for one that replaces another, such as a form replacing its loading state. */
let cameFrom: Element | null = null

/** Moves focus to the first field of a form, or of its part, once it has loaded, unless focus has left `resting` meanwhile. */
function focusOnArrival(body: HTMLElement, resting: HTMLElement, part: string | null): void {
  const observer = new MutationObserver(() => {
    const first = part ? firstOfPart(body, part) : body.querySelector<HTMLElement>(FIRST_FIELD)
    if (!first) return
    observer.disconnect()
    if (document.activeElement === resting) first.focus()
  })
  observer.observe(body, { childList: true, subtree: true })
}

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  titleHidden?: boolean
  description?: ReactNode
  /** Buttons at the end, which stay visible while the body scrolls. */
  footer?: ReactNode
  size?: DialogSize
  /** Fills the screen on phones, as forms should (default); otherwise it is a bottom sheet. */
  fullScreenOnPhone?: boolean
  /** Focused on opening; by default the first field, or the close button. */
  initialFocus?: RefObject<HTMLElement | null>
  /** The part of its form (`data-part`) whose first control is focused instead. */
  initialPart?: string | null
  /** Whether Escape, the backdrop and the close button close it; false while saving. */
  dismissable?: boolean
  /** 'alertdialog' for a question that must be answered. */
  role?: 'dialog' | 'alertdialog'
  /** z-index of the backdrop; the dialog itself stands one above. */
  zIndex?: number
  children?: ReactNode
}

/** Where focus goes as a dialog opens and closes. `body` and `close` are its content and its close button. */
function useDialogFocus(
  open: boolean,
  initialFocus: DialogProps['initialFocus'],
  part: string | null,
  dismissable: boolean,
) {
  const returnTo = useRef<Element | null>(null)
  // Not in onOpenAutoFocus, which Radix does not call when the content has focused one of its fields.
  useLayoutEffect(() => {
    if (open) returnTo.current = document.activeElement
  }, [open])
  const body = useRef<HTMLDivElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  return {
    body,
    close,
    onOpenAutoFocus(event: Event) {
      const active = document.activeElement
      // After a dialog was removed, focus is on the body.
      if (active !== document.body) cameFrom = active
      returnTo.current = cameFrom
      const named = part ? firstOfPart(body.current, part) : null
      const first = initialFocus?.current ?? named ?? body.current?.querySelector<HTMLElement>(FIRST_FIELD)
      const resting = first ?? (dismissable ? close.current : null)
      if (!resting) return
      event.preventDefault()
      resting.focus()
      if ((part ? !named : !first) && body.current) focusOnArrival(body.current, resting, part)
    },
    // Radix restores focus only to its own trigger, but these dialogs are opened from anywhere.
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      const from = returnTo.current
      cameFrom = null
      // The opener may have been removed by the action: from the dialog below this one, or from the page.
      const below = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1)
      const next = from?.isConnected ? from : (below ?? document.querySelector('main'))
      // The dialog may be one that replaces this one, and have focused its field.
      if (next === below && below?.contains(document.activeElement)) return
      // Without scrolling: focusing the main element would scroll it to the top.
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    },
  }
}

/**
 * A modal dialog: traps focus and restores it; Escape and a backdrop click close it. Import lazily (next/dynamic) if it is not
 * needed for the first view: it adds about 13 kB.
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
  initialPart = null,
  dismissable = true,
  role = 'dialog',
  zIndex = 50,
  children,
}: DialogProps) {
  const bodyId = useId()
  const { body, close, ...focus } = useDialogFocus(open, initialFocus, initialPart, dismissable)
  const keepUnderDoubleClick = useDoubleClickGuard(open)

  function keepIfNeeded(event: Event) {
    keepForAbove(event)
    if (!dismissable) event.preventDefault()
  }

  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay data-backdrop className="fixed inset-0 bg-backdrop" style={{ zIndex }} />
        <div
          className="pointer-events-none fixed inset-0 flex items-end justify-center sm:items-start sm:px-6 sm:py-[8vh]"
          style={{ zIndex: zIndex + 1 }}
        >
          <Radix.Content
            role={role}
            // What a question says is read with it; a form is read field by field.
            {...(description ? {} : { 'aria-describedby': role === 'alertdialog' ? bodyId : undefined })}
            onEscapeKeyDown={keepIfNeeded}
            onInteractOutside={(event) => {
              keepIfNeeded(event)
              keepUnderDoubleClick(event)
            }}
            {...focus}
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
            <div
              id={bodyId}
              ref={body}
              className="min-h-0 flex-1 overflow-y-auto px-4 pt-1 pb-4 sm:px-5 sm:pb-5"
            >
              {children}
            </div>
            {footer ? (
              <footer
                ref={keepClearOfToasts}
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
