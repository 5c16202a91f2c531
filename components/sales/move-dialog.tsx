import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { Loaded } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { FormRow } from '@/components/ui/form-row'
import { Skeleton } from '@/components/ui/skeleton'
import { Textarea } from '@/components/ui/textarea'
import { useDraft } from '@/hooks/use-draft'
import type { Movable } from '@/hooks/use-move-opportunity'
import { usePlanStart } from '@/hooks/use-opportunity'
import { type Stage, stageOf } from '@/lib/sales/stages'
import { OPPORTUNITIES } from '@/lib/supabase/constraints'
import { CreatedList } from './created-list'

/** Warns about what stays when a won opportunity is moved, and asks for the reason before Lost. */
export function MoveDialog({
  opportunity: { id, name, status },
  to,
  onMove,
  onClose,
}: {
  opportunity: Movable
  to: Stage
  /** Rejects on failure. */
  onMove: (reason: string | undefined) => Promise<void>
  onClose: () => void
}) {
  const isWon = status === 'won'
  const isLost = to === 'lost'
  const plan = usePlanStart(isWon ? id : null)
  const [reason, setReason] = useState('')
  const draft = useDraft(`lost ${id}`, null, reason === '' ? {} : { reason }, (typed) =>
    setReason(typed.reason ?? ''),
  )
  const [error, setError] = useState<string>()
  const { label } = stageOf(to)

  async function save() {
    if (isLost && !reason.trim()) {
      setError('Enter why it was lost.')
      return false
    }
    await onMove(isLost ? reason.trim() : undefined)
    return true
  }

  return (
    <FormDialog
      title={isWon ? `${name} is won. Move it to ${label}?` : `${name} is lost`}
      submitLabel={`Move to ${label}`}
      tone={plan.data?.made ? 'danger' : 'primary'}
      ready={!isWon || plan.data !== undefined}
      dirty={reason !== ''}
      draft={draft}
      onSave={save}
      onClose={onClose}
    >
      {isWon ? (
        <Loaded query={plan} pending={<Skeleton className="h-24 w-full" />} empty={NOTHING_MADE}>
          {({ made, company }) =>
            made ? (
              <>
                <Alert tone="warning" title="What was set up stays">
                  Moving the deal does not undo any of this. End what is no longer needed on its own page. If
                  the deal is won again, only what is missing is set up.
                </Alert>
                <CreatedList opportunity={id} made={made} company={company} />
              </>
            ) : (
              NOTHING_MADE
            )
          }
        </Loaded>
      ) : null}
      {isLost ? (
        <FormRow
          label="Reason"
          required
          error={error}
          hint="The next person reads this before they try again."
        >
          <Textarea
            rows={3}
            maxLength={OPPORTUNITIES.lost_reason.maxLength}
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

const NOTHING_MADE = <p className="text-base text-text-muted">Nothing was set up for it.</p>
