import { ConfirmDialog } from './confirm-dialog'

interface DiscardDialogProps {
  onOpenChange: (open: boolean) => void
  /** What is not saved, in one sentence. */
  children: string
  onDiscard: () => void
}

/** Confirms closing a form with unsaved changes. Import lazily, like ConfirmDialog. */
export function DiscardDialog({ onOpenChange, children, onDiscard }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title="Discard your changes?"
      confirmLabel="Discard"
      zIndex={60}
      onConfirm={onDiscard}
    >
      {children}
    </ConfirmDialog>
  )
}
