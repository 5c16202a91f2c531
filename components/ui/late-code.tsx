import type { DynamicOptionsLoadingProps } from 'next/dynamic'
import { type ComponentType, type ReactNode, type RefAttributes, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { preloadCode } from '@/lib/browser/preload-code'
import { Button } from './button'
import { ErrorState } from './error-state'

const FAILURE = {
  title: 'This could not be loaded',
  // After an update, the code of a page that was opened before it is gone.
  message: 'Check your connection and try again, or reload the page.',
}

/** The `loading` of a `dynamic` part of a page: its placeholder, and "Try again" in its place if its code cannot be loaded. */
export const latePart = (placeholder: ReactNode) =>
  function LatePart({ error, retry }: DynamicOptionsLoadingProps): ReactNode {
    return error ? <ErrorState {...FAILURE} onRetry={retry} /> : placeholder
  }

/** Says that a dialog is on its way. It takes neither focus nor clicks, since the dialog may be there in a moment. */
function LateCodeWait() {
  return createPortal(
    <p
      role="status"
      className="pointer-events-none fixed bottom-4 left-4 z-[50020] rounded-lg bg-surface-raised p-3 shadow-overlay"
    >
      Loading…
    </p>,
    document.body,
  )
}

function openModally(dialog: HTMLDialogElement | null) {
  dialog?.showModal()
  // Gives focus back.
  return () => dialog?.close()
}

/**
 * Says that a dialog's code could not be loaded. The browser's own dialog, because Dialog's code may be what is missing; it stands above
 * every other, such as the form that the missing dialog was to be opened from (`keepForAbove`).
 */
function LateCodeFailure({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  return createPortal(
    <dialog
      ref={openModally}
      role="alertdialog"
      aria-label={FAILURE.title}
      // Not its `cancel`, which a dialog below prevents when it leaves this key to the one above.
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      // Closed by the browser, as a phone's Back does. Not by its own cleanup, after which it may be shown again.
      onClose={({ currentTarget }) => currentTarget.isConnected && !currentTarget.open && onClose()}
      className="pointer-events-auto m-auto rounded-xl bg-surface-raised p-4 text-text shadow-overlay backdrop:bg-backdrop"
    >
      <ErrorState {...FAILURE} onRetry={onRetry} />
      <Button className="w-full" onClick={onClose}>
        Close
      </Button>
    </dialog>,
    document.body,
  )
}

/** How a dialog is closed. It is open while it is mounted, unless `open` says otherwise. */
type Closable =
  | { open?: boolean; onClose: () => void }
  | { open?: boolean; onCancel: () => void }
  | { open: boolean; onOpenChange: (open: boolean) => void }

/** What a `dynamic` component gives through its ref. Without it, an attempt that failed would be the last of the page. */
type Retry = RefAttributes<{ retry: () => void }>

/** Milliseconds. A shorter wait is not worth showing. */
const SHORT = 200

/**
 * A `dynamic` dialog that shows when its code is late and, if it cannot be loaded, an alert with "Try again".
 * If the code could not be loaded earlier, such as ahead of time, that is tried again first.
 */
export function lateDialog<Props extends Closable>(Code: ComponentType<Props>): ComponentType<Props> {
  const Dialog = Code as ComponentType<Closable & Retry>
  const preload = () => preloadCode(Code)

  function LateDialog(props: Props) {
    const wanted = props.open !== false
    const [shown, setShown] = useState<'wait' | 'failure'>()
    const [attempt, setAttempt] = useState(1)
    const dialog = useRef<{ retry: () => void }>(null)

    useEffect(() => {
      if (!wanted) return undefined
      let gone = false
      const show = (what?: typeof shown) => {
        clearTimeout(waiting)
        if (!gone) setShown(what)
      }
      const waiting = setTimeout(show, SHORT, 'wait')
      const again = () => {
        dialog.current?.retry()
        return preload()
      }
      Promise.resolve(preload())
        .catch(again)
        .then(
          () => show(),
          () => show('failure'),
        )
      return () => {
        gone = true
        clearTimeout(waiting)
      }
    }, [wanted, attempt])

    return (
      <>
        <Dialog {...props} ref={dialog} />
        {wanted && shown === 'wait' ? <LateCodeWait /> : null}
        {wanted && shown === 'failure' ? (
          <LateCodeFailure
            onRetry={() => {
              setShown(undefined)
              setAttempt(attempt + 1)
            }}
            onClose={() => {
              setShown(undefined)
              close(props)
            }}
          />
        ) : null}
      </>
    )
  }

  return Object.assign(LateDialog, { preload })
}

/** A dialog has one of these. */
interface AnyClosable {
  onClose?: () => void
  onCancel?: () => void
  onOpenChange?: (open: boolean) => void
}

function close({ onClose, onCancel, onOpenChange }: AnyClosable): void {
  onClose?.()
  onCancel?.()
  onOpenChange?.(false)
}
