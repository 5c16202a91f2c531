import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, type DialogProps } from '@/components/ui/dialog'
import { DraftNotice } from '@/components/ui/draft-notice'
import { FailureAlert } from '@/components/ui/failure-alert'
import { focusInvalid } from '@/components/ui/focus-invalid'
import { useDiscard } from '@/components/ui/use-discard'
import { HoldSaveContext, useHeldSave } from '@/hooks/held-save'
import type { DraftState } from '@/hooks/use-draft'
import { useSubmit } from '@/hooks/use-submit'
import { useUnsavedChanges } from '@/hooks/use-unsaved-changes'
import { useRefreshRecords } from '@/hooks/use-write'
import { refuseUnreadable } from '@/lib/browser/refuse-unreadable'

export interface FormDialogProps extends Pick<
  DialogProps,
  'title' | 'description' | 'size' | 'role' | 'zIndex'
> {
  submitLabel: string
  cancelLabel?: string
  /** Whether there is unsaved input: Cancel discards it, while a stray click or key asks first. */
  dirty: boolean
  /** Offers unsaved input from earlier, where typing it again would take a while. With null, leaving the page asks first if it is dirty. */
  draft: DraftState | null
  tone?: 'primary' | 'danger'
  /** Whether it can be saved at all; true by default. */
  ready?: boolean
  /** Validates and saves; resolves to whether it was saved. A rejection keeps the dialog open and shows the message. */
  onSave: () => Promise<boolean>
  /** Another way out at the end of the form, which saves none of its input. A rejection is shown likewise. */
  otherwise?: { label: string; act: () => Promise<unknown> }
  onClose: () => void
  children: ReactNode
}

const REOPEN = 'Close and reopen this form.'
const REOPEN_WITH_DRAFT = 'Close and reopen this form. It offers to restore what you typed.'

/**
 * A form in a dialog, which closes once saved. With a draft, input survives the session, but not Cancel: only after somebody else's save, which closing
 * and opening again is the way out of.
 */
export function FormDialog({
  submitLabel,
  cancelLabel = 'Cancel',
  dirty,
  draft,
  tone = 'primary',
  ready = true,
  onSave,
  otherwise,
  onClose,
  children,
  ...dialog
}: FormDialogProps) {
  const formId = useId()
  const { attempt, working: saving, failure, conflict, setFailure } = useSubmit()
  const refresh = useRefreshRecords()
  const form = useRef<HTMLFormElement>(null)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const { hold, holding, waiting, mustWait } = useHeldSave(() => form.current?.requestSubmit(), setFailure)
  const working = saving || waiting
  // A save may lead to another page.
  useUnsavedChanges(dirty && draft === null && !saving)
  const kept = conflict && draft !== null
  const discard = useDiscard((dirty && !kept) || holding, cancel, dialog.zIndex)
  const [invalid, setInvalid] = useState(0)
  const [pressed, setPressed] = useState<'submit' | 'otherwise'>('submit')
  useEffect(() => {
    if (invalid > 0) focusInvalid(form.current)
  }, [invalid])

  function cancel() {
    if (dirty && !kept) draft?.forget()
    // The rejected save was based on outdated data: the next one starts from what is stored.
    if (failure) void refresh()
    onClose()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // Events bubble through React's tree: from dialogs opened from here, and to the form that opened this one.
    event.stopPropagation()
    if (!ready || event.target !== event.currentTarget) return
    if (refuseUnreadable(event.currentTarget) || mustWait()) return
    setPressed('submit')
    void attempt(async () => {
      if (!(await onSave())) return setInvalid((times) => times + 1)
      draft?.forget()
      onClose()
    })
  }

  function actOtherwise(act: () => Promise<unknown>) {
    setPressed('otherwise')
    void attempt(async () => {
      await act()
      onClose()
    })
  }

  return (
    <>
      <Dialog
        {...dialog}
        open
        onOpenChange={discard.close}
        fullScreenOnPhone={dialog.role !== 'alertdialog'}
        dismissable={!working}
        // The safe answer to a question.
        initialFocus={dialog.role === 'alertdialog' ? cancelButton : undefined}
        footer={
          <>
            <Button ref={cancelButton} disabled={working} onClick={cancel}>
              {cancelLabel}
            </Button>
            <Button
              type="submit"
              form={formId}
              variant={tone}
              loading={working && pressed === 'submit'}
              disabled={!ready || (working && pressed === 'otherwise')}
            >
              {submitLabel}
            </Button>
          </>
        }
      >
        <form ref={form} id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
          {draft ? <DraftNotice {...draft} /> : null}
          <HoldSaveContext value={hold}>{children}</HoldSaveContext>
          {otherwise ? (
            <div>
              <Button
                size="sm"
                variant="ghost"
                loading={working && pressed === 'otherwise'}
                disabled={working && pressed === 'submit'}
                onClick={() => actOtherwise(otherwise.act)}
              >
                {otherwise.label}
              </Button>
            </div>
          ) : null}
          <FailureAlert
            text={conflict ? `${failure} ${kept && dirty ? REOPEN_WITH_DRAFT : REOPEN}` : failure}
          />
        </form>
      </Dialog>
      {discard.question}
    </>
  )
}
