import { type FormEvent, type ReactNode, useId } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, type DialogSize } from '@/components/ui/dialog'
import { DraftNotice } from '@/components/ui/draft-notice'
import { useAttempt } from '@/hooks/use-attempt'
import type { DraftState } from '@/hooks/use-draft'
import { useRefreshRecords } from '@/hooks/use-write'

export interface FormDialogProps {
  title: string
  description?: ReactNode
  submitLabel: string
  cancelLabel?: string
  /** Whether something has been typed: it is then lost by Cancel only, not by a stray click or key. */
  dirty: boolean
  /** Offers what was typed and neither saved nor given up; null where there is nothing to type. */
  draft: DraftState | null
  size?: DialogSize
  tone?: 'primary' | 'danger'
  /** Whether it can be saved at all; true unless said otherwise. */
  ready?: boolean
  /** Checks and saves; resolves to whether it was saved. A rejection keeps the dialog open with its message. */
  onSave: () => Promise<boolean>
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog, which closes once it is saved. What is typed into it outlives the session, but not Cancel. */
export function FormDialog({
  title,
  description,
  submitLabel,
  cancelLabel = 'Cancel',
  dirty,
  draft,
  size = 'md',
  tone = 'primary',
  ready = true,
  onSave,
  onClose,
  children,
}: FormDialogProps) {
  const formId = useId()
  const { attempt, working, failure } = useAttempt()
  const refresh = useRefreshRecords()

  function cancel() {
    if (dirty) draft?.forget()
    // What was refused was begun from something that is no longer stored: the next try begins from what is.
    if (failure) void refresh()
    onClose()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    // Events of a dialog that this one opens pass through here; its form is not this one.
    if (!ready || event.target !== event.currentTarget) return
    void attempt(async () => {
      if (!(await onSave())) return
      draft?.forget()
      onClose()
    })
  }

  return (
    <Dialog
      open
      onOpenChange={cancel}
      title={title}
      description={description}
      size={size}
      dismissable={!dirty && !working}
      footer={
        <>
          <Button disabled={working} onClick={cancel}>
            {cancelLabel}
          </Button>
          <Button type="submit" form={formId} variant={tone} loading={working} disabled={!ready}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {draft ? <DraftNotice {...draft} /> : null}
        {children}
        {failure ? <Alert tone="danger">{failure}</Alert> : null}
      </form>
    </Dialog>
  )
}
