import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { useMember } from '@/hooks/use-member'
import type { Movable } from '@/hooks/use-move-opportunity'
import { usePlanStart } from '@/hooks/use-opportunity'
import { may } from '@/lib/session/permissions'
import { CreatedList } from './created-list'

const WonDialog = dynamic(() => import('./won-dialog').then((module) => module.WonDialog))

/** What was provisioned for an opportunity, or a button to do so once it is won. */
export function SetUpCard({ opportunity }: { opportunity: Movable }) {
  const { permissions } = useMember()
  const { data: start } = usePlanStart(opportunity.id)
  const [planning, setPlanning] = useState(false)
  if (opportunity.status !== 'won' && !start?.made) return null
  return (
    <Card title="Set up">
      {start === undefined ? <Skeleton className="h-10 w-full" /> : null}
      {start?.made ? <CreatedList made={start.made} company={start.company} /> : null}
      {start && !start.made ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-base text-text-muted">Nothing has been set up for this customer yet.</p>
          {may(permissions, 'sales', 'edit') ? (
            <Button variant="primary" onClick={() => setPlanning(true)}>
              Set up the customer
            </Button>
          ) : null}
        </div>
      ) : null}
      {planning ? (
        <WonDialog opportunity={opportunity} onOnlyWon={undefined} onClose={() => setPlanning(false)} />
      ) : null}
    </Card>
  )
}
