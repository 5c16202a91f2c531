import { useState } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { Movable } from '@/hooks/use-move-opportunity'
import { usePlanStart } from '@/hooks/use-opportunity'
import { CreatedList } from './created-list'
import { WonPlanForm } from './won-plan-form'

const GONE = <Alert tone="danger">The opportunity or its company no longer exists.</Alert>

/** The setup plan of a won opportunity, or its result when nothing was added since. */
export function WonDialog({
  opportunity,
  onOnlyWon,
  onClose,
}: {
  opportunity: Movable
  /** Marks it as won without provisioning; undefined if it is won already. Rejects on failure. */
  onOnlyWon: (() => Promise<void>) | undefined
  onClose: () => void
}) {
  // The form keeps what it starts from, so that must not be what was read before, as for an earlier one.
  const [opening] = useState(() => crypto.randomUUID())
  const plan = usePlanStart(opportunity.id, opening)
  const start = plan.data
  if (start?.company && !(start.made && start.won && !start.added)) {
    return <WonPlanForm opportunity={opportunity} start={start} onOnlyWon={onOnlyWon} onClose={onClose} />
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${opportunity.name} is won`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded query={plan} empty={GONE}>
        {({ made, company }) =>
          made ? (
            <>
              <p className="mb-3 text-base text-text-muted">This has been set up.</p>
              <CreatedList opportunity={opportunity.id} made={made} company={company} />
            </>
          ) : (
            GONE
          )
        }
      </Loaded>
    </Dialog>
  )
}
