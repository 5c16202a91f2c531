import { ConfirmDialog } from './confirm-dialog'

interface DiscardDialogProps {
  onOpenChange: (open: boolean) => void
  /** What has not happened yet, in one sentence. */
  children: string
  onDiscard: () => void
}

/** Asks before closing a form with unsaved changes. Import it lazily, as ConfirmDialog. */
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
