import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { FormRow } from '@/components/ui/form-row'
import { Textarea } from '@/components/ui/textarea'
import { useDraft } from '@/hooks/use-draft'
import type { Movable } from '@/hooks/use-move-opportunity'

/** Asks why an opportunity was lost before it is moved there. */
export function LostDialog({
  opportunity,
  onLost,
  onClose,
}: {
  opportunity: Pick<Movable, 'id' | 'name'>
  /** Resolves to whether it was moved. */
  onLost: (reason: string) => Promise<boolean>
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const draft = useDraft(`lost ${opportunity.id}`, null, reason === '' ? {} : { reason }, (typed) =>
    setReason(typed.reason ?? ''),
  )
  const [error, setError] = useState<string>()

  async function save() {
    if (reason.trim()) return onLost(reason.trim())
    setError('Say why it was lost.')
    return false
  }

  return (
    <FormDialog
      title={`${opportunity.name} is lost`}
      submitLabel="Move to Lost"
      dirty={reason !== ''}
      draft={draft}
      onSave={save}
      onClose={onClose}
    >
      <FormRow
        label="Reason"
        required
        error={error}
        hint="It is what the next person reads before they try again."
      >
        <Textarea
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value)
            setError(undefined)
          }}
        />
      </FormRow>
    </FormDialog>
  )
}
