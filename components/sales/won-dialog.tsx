import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import type { Movable } from '@/hooks/use-move-opportunity'
import { usePlanStart } from '@/hooks/use-opportunity'
import { failureMessage } from '@/lib/errors'
import { MadeList } from './made-list'
import { WonPlanForm } from './won-plan-form'

/** What will be set up for an opportunity that is won, or what was set up if that has been done and it is still won. */
export function WonDialog({
  opportunity,
  onOnlyWon,
  onClose,
}: {
  opportunity: Movable
  /** Marks it as won without setting anything up; undefined when it is won already. */
  onOnlyWon: (() => Promise<boolean>) | undefined
  onClose: () => void
}) {
  const { data: start, error, isValidating, mutate } = usePlanStart(opportunity.id)
  if (start?.company && !(start.made && start.won)) {
    return <WonPlanForm opportunity={opportunity} start={start} onOnlyWon={onOnlyWon} onClose={onClose} />
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${opportunity.name} is won`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {start?.made ? (
        <>
          <p className="mb-3 text-base text-text-muted">This has been set up.</p>
          <MadeList made={start.made} />
        </>
      ) : error ? (
        <ErrorState message={failureMessage(error)} retrying={isValidating} onRetry={() => void mutate()} />
      ) : start === undefined ? (
        <Skeleton className="h-48 w-full" />
      ) : (
        <Alert tone="danger">The opportunity or its company is not there any more.</Alert>
      )}
    </Dialog>
  )
}
