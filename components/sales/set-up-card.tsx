import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { failureOf } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { lateDialog } from '@/components/ui/late-code'
import { Skeleton } from '@/components/ui/skeleton'
import { TextLink } from '@/components/ui/text-link'
import { useMember } from '@/hooks/use-member'
import type { Movable } from '@/hooks/use-move-opportunity'
import { usePlanStart } from '@/hooks/use-opportunity'
import { formatFigure } from '@/lib/figures'
import { tenantPath } from '@/lib/record-paths'
import { type AddedSince, type PlanStart, soldText } from '@/lib/sales/won-plan'
import { may } from '@/lib/session/permissions'
import { countOf } from '@/lib/words'
import { CreatedList } from './created-list'

const WonDialog = lateDialog(dynamic(() => import('./won-dialog').then((module) => module.WonDialog)))

/** What was provisioned for an opportunity, or a button to do so once it is won; the same for what it got since. */
export function SetUpCard({ opportunity }: { opportunity: Movable }) {
  const { permissions } = useMember()
  const query = usePlanStart(opportunity.id)
  const start = query.data
  const [planning, setPlanning] = useState(false)
  const isWon = opportunity.status === 'won'
  if (!isWon && !start?.made) return null
  const plan = (label: string) =>
    may(permissions, 'sales', 'edit') ? (
      <Button variant="primary" onClick={() => setPlanning(true)}>
        {label}
      </Button>
    ) : null
  return (
    <Card title="Set up">
      {start === undefined ? (failureOf(query) ?? <Skeleton className="h-10 w-full" />) : null}
      {start?.made ? (
        <CreatedList opportunity={opportunity.id} made={start.made} company={start.company} />
      ) : null}
      {isWon && start?.added ? <Added added={start.added} action={plan('Set up what is new')} /> : null}
      {isWon && start ? <BilledOtherwise start={start} /> : null}
      {start && !start.made ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-base text-text-muted">Nothing has been set up for this customer yet.</p>
          {plan('Set up the customer')}
        </div>
      ) : null}
      {planning ? (
        <WonDialog opportunity={opportunity} onOnlyWon={undefined} onClose={() => setPlanning(false)} />
      ) : null}
    </Card>
  )
}

function BilledOtherwise({ start: { billed_otherwise: lines, company } }: { start: PlanStart }) {
  if (!lines || !company?.tenant_id) return null
  return (
    <Alert tone="warning" quiet title="Billed otherwise than sold" className="mt-3">
      <p>Billed: {lines.billed.map(soldText).join('; ')}.</p>
      <p>Sold: {lines.sold.map(soldText).join('; ')}.</p>
      <p>
        Invoices change only once the subscriptions are changed on the customer’s{' '}
        <TextLink prefetch={false} href={`${tenantPath(company.tenant_id)}/billing`}>
          Billing page
        </TextLink>
        .
      </p>
    </Alert>
  )
}

function Added({ added: { lines, seats, numbers }, action }: { added: AddedSince; action: ReactNode }) {
  return (
    <Alert tone="warning" quiet title="Added since, and not set up yet" action={action} className="mt-3">
      <ul>
        {lines.map(({ id, name, quantity }) => (
          <li key={id}>
            {formatFigure(quantity)} × {name}
          </li>
        ))}
        {seats > 0 ? <li>{countOf(seats, 'seat')} without an extension</li> : null}
        {numbers > 0 ? <li>{countOf(numbers, 'number')} to port</li> : null}
      </ul>
    </Alert>
  )
}
