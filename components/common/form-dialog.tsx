import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, type DialogSize } from '@/components/ui/dialog'
import { DraftNotice } from '@/components/ui/draft-notice'
import type { DraftState } from '@/hooks/use-draft'
import { failureMessage } from '@/lib/errors'

export interface FormDialogProps {
  title: string
  description?: ReactNode
  submitLabel: string
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
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  function cancel() {
    if (dirty) draft?.forget()
    onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (saving || !ready) return
    setSaving(true)
    setFailure(null)
    try {
      if (!(await onSave())) return
      draft?.forget()
      onClose()
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      setSaving(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) cancel()
      }}
      title={title}
      description={description}
      size={size}
      dismissable={!dirty && !saving}
      footer={
        <>
          <Button disabled={saving} onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant={tone} loading={saving} disabled={!ready}>
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
