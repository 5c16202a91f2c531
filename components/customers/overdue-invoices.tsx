import Link from 'next/link'
import { Loaded } from '@/components/common/loaded'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { useOverdueInvoices } from '@/hooks/use-customer'
import { formatMoney } from '@/lib/billing/money'
import { OVERDUE_SHOWN, type overdueInvoices } from '@/lib/customers/overdue-invoices'
import { dayLabel } from '@/lib/dates/format'
import { tenantPath } from '@/lib/record-paths'
import { countOf } from '@/lib/words'

/** Overdue invoices, longest overdue first. */
export function OverdueInvoices() {
  return (
    <Loaded query={useOverdueInvoices()} pending={<Skeleton className="mb-4 h-32 w-full" />}>
      {(overdue) => <List {...overdue} />}
    </Loaded>
  )
}

function List({ invoices, count }: Awaited<ReturnType<typeof overdueInvoices>>) {
  return (
    <Card flush className="mb-4" title={countOf(count, 'overdue invoice')}>
      {count === 0 ? (
        <p className="px-4 py-3 text-sm text-text-muted">Every invoice is paid or not due yet.</p>
      ) : null}
      <ul className="divide-y divide-border text-sm">
        {invoices.map(({ id, number, company, tenant_id, due_on, open, currency }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2">
            <Link
              href={`${tenantPath(tenant_id)}/billing?invoice=${id}`}
              className="numeric rounded-sm font-medium underline-offset-2 hover:underline"
            >
              {number}
            </Link>
            <span>{company}</span>
            <span className="ml-auto text-text-muted">
              due <span className="numeric">{due_on ? dayLabel(due_on) : null}</span>
            </span>
            <span className="numeric min-w-20 text-right">{formatMoney(open, currency)}</span>
          </li>
        ))}
      </ul>
      {count > OVERDUE_SHOWN ? (
        <p className="border-t border-border px-4 py-2 text-sm text-text-muted">
          The {OVERDUE_SHOWN} that have been due for the longest time.
        </p>
      ) : null}
    </Card>
  )
}
