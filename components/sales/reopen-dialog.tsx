import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { Alert } from '@/components/ui/alert'
import { ErrorState } from '@/components/ui/error-state'
import { FormRow } from '@/components/ui/form-row'
import { Skeleton } from '@/components/ui/skeleton'
import { Textarea } from '@/components/ui/textarea'
import { useDraft } from '@/hooks/use-draft'
import type { Movable } from '@/hooks/use-move-opportunity'
import { usePlanStart } from '@/hooks/use-opportunity'
import { failureMessage } from '@/lib/errors'
import { type Stage, stageOf } from '@/lib/sales/stages'
import { MadeList } from './made-list'

/** Warns of what lives on when a won opportunity is moved elsewhere, and asks for the reason before Lost. */
export function ReopenDialog({
  opportunity,
  to,
  onMove,
  onClose,
}: {
  opportunity: Movable
  to: Stage
  /** Resolves to whether it was moved. */
  onMove: (reason: string | undefined) => Promise<boolean>
  onClose: () => void
}) {
  const { data: start, error: failure, isValidating, mutate } = usePlanStart(opportunity.id)
  const [reason, setReason] = useState('')
  const draft = useDraft(`lost ${opportunity.id}`, null, reason === '' ? {} : { reason }, (typed) =>
    setReason(typed.reason ?? ''),
  )
  const [error, setError] = useState<string>()
  const { label } = stageOf(to)

  async function save() {
    if (to === 'lost' && !reason.trim()) {
      setError('Say why it was lost.')
      return false
    }
    return onMove(to === 'lost' ? reason.trim() : undefined)
  }

  return (
    <FormDialog
      title={`${opportunity.name} is won. Move it to ${label}?`}
      submitLabel={`Move to ${label}`}
      tone={start?.made ? 'danger' : 'primary'}
      ready={start !== undefined}
      dirty={reason !== ''}
      draft={draft}
      onSave={save}
      onClose={onClose}
    >
      {start?.made ? (
        <>
          <Alert tone="warning" title="What was set up stays">
            Moving the deal does not undo any of this. End what is no longer needed on its own page. If the
            deal is won again, only what is missing is set up.
          </Alert>
          <MadeList made={start.made} />
        </>
      ) : failure ? (
        <ErrorState message={failureMessage(failure)} retrying={isValidating} onRetry={() => void mutate()} />
      ) : start === undefined ? (
        <Skeleton className="h-24 w-full" />
      ) : (
        <p className="text-base text-text-muted">Nothing was set up for it.</p>
      )}
      {to === 'lost' ? (
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
      ) : null}
    </FormDialog>
  )
}
