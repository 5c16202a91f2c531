import Link from 'next/link'
import { PortState } from '@/components/numbers/number-status'
import { useMember } from '@/hooks/use-member'
import { dayLabel } from '@/lib/dates/format'
import { portOrderPath } from '@/lib/record-paths'
import type { OpportunityPortOrder } from '@/lib/sales/opportunity'
import { may } from '@/lib/session/permissions'

/** How far an opportunity's port orders are; nothing when there are none. */
export function PortOrders({ orders }: { orders: readonly OpportunityPortOrder[] }) {
  const { permissions } = useMember()
  if (orders.length === 0) return null
  return (
    <ul aria-label="Port orders" className="divide-y divide-border border-b border-border text-sm">
      {orders.map(({ id, name, state, foc_date, exception_reason, port_order_numbers: { length } }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
          <span className="min-w-0">
            {may(permissions, 'numbers') ? (
              <Link href={portOrderPath(id)} className="rounded-sm underline underline-offset-2">
                {name}
              </Link>
            ) : (
              name
            )}
            <span className="ml-2 text-text-muted">
              {length} {length === 1 ? 'number' : 'numbers'}
              {foc_date ? `, ${state === 'ported' ? 'ported' : 'due'} ${dayLabel(foc_date)}` : null}
              {exception_reason ? `: ${exception_reason}` : null}
            </span>
          </span>
          <PortState state={state} />
        </li>
      ))}
    </ul>
  )
}
