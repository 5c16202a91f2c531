import dynamic from 'next/dynamic'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, type DialogSize } from '@/components/ui/dialog'
import { DraftNotice } from '@/components/ui/draft-notice'
import { focusInvalid } from '@/components/ui/focus-invalid'
import type { DraftState } from '@/hooks/use-draft'
import { useSubmit } from '@/hooks/use-submit'
import { useRefreshRecords } from '@/hooks/use-write'

const DiscardDialog = dynamic(() =>
  import('@/components/ui/discard-dialog').then((module) => module.DiscardDialog),
)

export interface FormDialogProps {
  title: string
  description?: ReactNode
  submitLabel: string
  cancelLabel?: string
  /** Whether there is unsaved input: Cancel discards it, while a stray click or key asks first. */
  dirty: boolean
  /** Offers unsaved input from earlier; null if there is nothing to type. */
  draft: DraftState | null
  size?: DialogSize
  tone?: 'primary' | 'danger'
  /** Whether it can be saved at all; true by default. */
  ready?: boolean
  /** Validates and saves; resolves to whether it was saved. A rejection keeps the dialog open and shows the message. */
  onSave: () => Promise<boolean>
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog, which closes once saved. Input survives the session, but not Cancel. */
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
  const { attempt, working, failure } = useSubmit()
  const refresh = useRefreshRecords()
  const form = useRef<HTMLFormElement>(null)
  const [asking, setAsking] = useState(false)
  const [invalid, setInvalid] = useState(0)
  useEffect(() => {
    if (invalid > 0) focusInvalid(form.current)
  }, [invalid])

  function cancel() {
    if (dirty) draft?.forget()
    // The rejected save was based on outdated data: the next one starts from what is stored.
    if (failure) void refresh()
    onClose()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    // Events of a dialog opened from here bubble through, but this is not their form.
    if (!ready || event.target !== event.currentTarget) return
    void attempt(async () => {
      if (!(await onSave())) return setInvalid((times) => times + 1)
      draft?.forget()
      onClose()
    })
  }

  return (
    <>
      <Dialog
        open
        onOpenChange={() => (dirty ? setAsking(true) : cancel())}
        title={title}
        description={description}
        size={size}
        dismissable={!working}
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
        <form ref={form} id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
          {draft ? <DraftNotice {...draft} /> : null}
          {children}
          {failure ? <Alert tone="danger">{failure}</Alert> : null}
        </form>
      </Dialog>
      {asking ? (
        <DiscardDialog onOpenChange={setAsking} onDiscard={cancel}>
          They have not been saved.
        </DiscardDialog>
      ) : null}
    </>
  )
}
