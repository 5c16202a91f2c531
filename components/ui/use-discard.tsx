import { useState } from 'react'
import { ConfirmDialog } from './lazy-confirm-dialog'

/**
 * Closes a form in a dialog: `close` asks first if there is unsaved input. `question` is drawn beside the dialog, above its
 * `zIndex`.
 */
export function useDiscard(unsaved: boolean, onDiscard: () => void, zIndex = 50) {
  const [asking, setAsking] = useState(false)
  return {
    close: () => (unsaved ? setAsking(true) : onDiscard()),
    question: asking ? (
      <ConfirmDialog
        open
        onOpenChange={setAsking}
        title="Discard your changes?"
        confirmLabel="Discard"
        zIndex={zIndex + 10}
        onConfirm={onDiscard}
      >
        They have not been saved.
      </ConfirmDialog>
    ) : null,
  }
}
