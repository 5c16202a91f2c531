import { Plus, Trash2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { PortState } from '@/components/numbers/number-status'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { IconButton } from '@/components/ui/icon-button'
import { keepPlace } from '@/components/ui/keep-place'
import { lateDialog } from '@/components/ui/late-code'
import { TextLink } from '@/components/ui/text-link'
import { useMember } from '@/hooks/use-member'
import { useAction } from '@/hooks/use-write'
import { clipped } from '@/lib/clipped'
import { dayLabel } from '@/lib/dates/format'
import { formatFigure } from '@/lib/figures'
import { portabilityLabel } from '@/lib/numbers/number-facts'
import { checkAttached, removeFromOpportunity } from '@/lib/numbers/port-orders'
import { portOrderPath } from '@/lib/record-paths'
import type { OpportunityDetails, OpportunityPortOrder } from '@/lib/sales/opportunity'
import { may } from '@/lib/session/permissions'
import { PLAN_LIMITS, PORT_ORDERS } from '@/lib/supabase/constraints'
import { shownNumber } from '@/lib/validation/phone'
import { countOf } from '@/lib/words'

const AddNumbersDialog = lateDialog(
  dynamic(() => import('./add-numbers-dialog').then((m) => m.AddNumbersDialog)),
)
const PortOrderDialog = lateDialog(
  dynamic(() => import('@/components/numbers/port-order-dialog').then((m) => m.PortOrderDialog)),
)

type AttachedNumber = OpportunityDetails['numbers'][number]

/** The numbers a company brings along: add, check and remove them, and their port orders. */
export function NumbersCard({ details, mayEdit }: { details: OpportunityDetails; mayEdit: boolean }) {
  const { opportunity, numbers, portOrders, tenantId } = details
  const { permissions } = useMember()
  const [dialog, setDialog] = useState<'add' | 'order' | null>(null)
  const [orderId, setOrderId] = useState(() => crypto.randomUUID())
  const { act, pending: checking } = useAction()
  const ordered = new Map(
    portOrders
      .filter(({ state }) => state !== 'cancelled')
      .flatMap((order) => order.port_order_numbers.map(({ number }) => [number, order] as const)),
  )
  const open = numbers.filter(({ number, portable }) => !ordered.has(number) && portable !== false)
  // Those on their way here are not portable because of that, which would outlive a canceled order.
  const checkable = numbers.filter(({ number }) => (ordered.get(number)?.state ?? 'draft') === 'draft')
  const orderable = open.slice(0, PLAN_LIMITS.numbers_per_port_order)
  const carriers = new Set(orderable.map(({ carrier }) => carrier).filter(Boolean))

  const check = () => act((supabase) => checkAttached(supabase, opportunity.id, checkable.map(toNumber)))
  const remove = ({ id, number }: AttachedNumber) =>
    act(
      (supabase) => removeFromOpportunity(supabase, id),
      `${shownNumber(number)} is no longer on the list of numbers to port`,
    )

  return (
    <Card
      title={numbers.length > 0 ? `Numbers to port · ${formatFigure(numbers.length)}` : 'Numbers to port'}
      flush
    >
      {mayEdit ? (
        <div className="flex flex-wrap gap-2 border-b border-border px-4 py-2.5">
          <Button size="sm" icon={Plus} onClick={() => setDialog('add')}>
            Add numbers
          </Button>
          {checkable.length > 0 ? (
            <Button size="sm" loading={checking} onClick={() => void check()}>
              Check portability
            </Button>
          ) : null}
          {open.length > 0 && may(permissions, 'sales', 'create') ? (
            <Button
              size="sm"
              onClick={() => {
                // After a lost response the order exists by now, so the next one gets another id.
                if (portOrders.some(({ id }) => id === orderId)) setOrderId(crypto.randomUUID())
                setDialog('order')
              }}
            >
              Create a port order for {formatFigure(orderable.length)}
              {orderable.length < open.length ? ` of ${formatFigure(open.length)}` : null}
            </Button>
          ) : null}
        </div>
      ) : null}
      <PortOrders orders={portOrders} />
      {numbers.length === 0 ? (
        <p className="px-4 py-3 text-sm text-text-muted">No numbers yet.</p>
      ) : (
        <ul
          ref={keepPlace}
          aria-label="Numbers to port"
          // Without buttons, the keyboard could not scroll it otherwise.
          tabIndex={mayEdit ? undefined : 0}
          className="max-h-96 divide-y divide-border overflow-y-auto text-sm"
        >
          {numbers.map((one) => (
            <li key={one.id} className="flex items-center gap-x-4 py-1 pr-2 pl-4">
              <span className="numeric w-32 shrink-0 font-medium">{shownNumber(one.number)}</span>
              <span className="min-w-0 flex-1 text-text-muted">{standing(one, ordered.has(one.number))}</span>
              {mayEdit && !ordered.has(one.number) ? (
                <IconButton
                  size="sm"
                  label={`Remove ${shownNumber(one.number)}`}
                  icon={Trash2}
                  onClick={() => void remove(one)}
                />
              ) : (
                <span className="h-7 touch:h-11" />
              )}
            </li>
          ))}
        </ul>
      )}
      {dialog === 'add' ? (
        <AddNumbersDialog opportunityId={opportunity.id} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === 'order' ? (
        <PortOrderDialog
          orderId={orderId}
          numbers={orderable.map(toNumber)}
          opportunityId={opportunity.id}
          name={clipped(opportunity.name, PORT_ORDERS.name.maxLength)}
          tenantId={tenantId}
          losingCarrier={carriers.size === 1 ? String([...carriers][0]) : ''}
          onClose={() => setDialog(null)}
          onMade={() => {
            setDialog(null)
            setOrderId(crypto.randomUUID())
          }}
        />
      ) : null}
    </Card>
  )
}

const toNumber = ({ number }: AttachedNumber) => number

function standing({ portable, carrier, note }: AttachedNumber, ordered: boolean): string {
  return [ordered ? 'Ordered' : portabilityLabel(portable), carrier, note].filter(Boolean).join(' · ')
}

/** The states of an opportunity's port orders; renders nothing without any. */
function PortOrders({ orders }: { orders: readonly OpportunityPortOrder[] }) {
  const { permissions } = useMember()
  if (orders.length === 0) return null
  return (
    <ul aria-label="Port orders" className="divide-y divide-border border-b border-border text-sm">
      {orders.map(({ id, name, state, foc_date, exception_reason, port_order_numbers: { length } }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
          <span className="min-w-0">
            {may(permissions, 'numbers') ? <TextLink href={portOrderPath(id)}>{name}</TextLink> : name}
            <span className="ml-2 text-text-muted">
              {countOf(length, 'number')}
              {foc_date ? `, FOC date ${dayLabel(foc_date)}` : null}
              {exception_reason ? `: ${exception_reason}` : null}
            </span>
          </span>
          <PortState state={state} />
        </li>
      ))}
    </ul>
  )
}
