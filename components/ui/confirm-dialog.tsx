import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { failureMessage } from '@/lib/errors'
import { Button } from './button'
import { Dialog } from './dialog'
import { FailureAlert } from './failure-alert'
import { FormRow } from './form-row'
import { Input } from './input'

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** What will happen, and what cannot be undone. */
  children: ReactNode
  confirmLabel: string
  tone?: 'danger' | 'primary'
  /** A word to type first, for highly destructive actions. */
  typeToConfirm?: string
  /** Closes when the promise resolves; a rejection keeps the dialog open and shows the error. */
  onConfirm: () => void | Promise<void>
  zIndex?: number
}

/** Confirms an irreversible action. The safe answer has focus. Import lazily, like Dialog. */
export function ConfirmDialog({ open, ...question }: ConfirmDialogProps) {
  return open ? <Question {...question} /> : null
}

function Question({
  onOpenChange,
  title,
  children,
  confirmLabel,
  tone = 'danger',
  typeToConfirm,
  onConfirm,
  zIndex,
}: Omit<ConfirmDialogProps, 'open'>) {
  const formId = useId()
  const input = useRef<HTMLInputElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const [typed, setTyped] = useState('')
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const ready = !typeToConfirm || typed.trim() === typeToConfirm

  async function submit(event: FormEvent) {
    event.preventDefault()
    // The question may be asked inside another form, which is not submitted with it.
    event.stopPropagation()
    if (!ready || working) return
    setWorking(true)
    setFailure(null)
    try {
      await onConfirm()
      onOpenChange(false)
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      setWorking(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      role="alertdialog"
      size="sm"
      fullScreenOnPhone={false}
      title={title}
      dismissable={!working}
      initialFocus={typeToConfirm ? input : cancel}
      zIndex={zIndex}
      footer={
        <>
          <Button ref={cancel} disabled={working} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant={tone} loading={working} disabled={!ready}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        <div className="text-base text-text-muted">{children}</div>
        {typeToConfirm ? (
          <FormRow
            label={
              <>
                Type <span className="code rounded-sm bg-surface-sunken px-1 py-0.5">{typeToConfirm}</span> to
                confirm
              </>
            }
          >
            <Input
              ref={input}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </FormRow>
        ) : null}
        <FailureAlert text={failure} />
      </form>
    </Dialog>
  )
}
