import Link from 'next/link'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/skeleton'
import { formatMoney } from '@/lib/billing/money'
import type { CustomerRecords } from '@/lib/customers/customer-records'
import { dayLabel } from '@/lib/dates/format'
import { tenantPath } from '@/lib/record-paths'

/** What callers ask about first: amounts due, open orders, and the number of numbers and phones. */
export function CustomerGlance({
  records,
  tenantId,
}: {
  /** Undefined while loading. */
  records: CustomerRecords | undefined
  tenantId: string | null
}) {
  if (!records) {
    return (
      <Facts>
        {['Balance', 'Overdue', 'Open port orders', 'Open opportunities', 'Numbers', 'Phones'].map((term) => (
          <Fact key={term} term={term} value={<Skeleton className="inline-block h-5 w-12 align-top" />} />
        ))}
      </Facts>
    )
  }
  const { account, orders, opportunities, numbers, devices } = records
  const billing = tenantId ? `${tenantPath(tenantId)}/billing?tab=invoices` : undefined
  const page = (name: string) => (tenantId ? `${tenantPath(tenantId)}/${name}` : undefined)
  return (
    <Facts>
      {account ? (
        <>
          <Fact
            term={account.balance < 0 ? 'Credit' : 'Balance'}
            href={billing}
            value={formatMoney(Math.abs(account.balance), account.currency)}
            detail={account.next_due ? `due ${dayLabel(account.next_due)}` : undefined}
          />
          <Fact
            term="Overdue"
            href={billing}
            value={formatMoney(account.overdue, account.currency)}
            alarm={account.overdue > 0}
            detail={account.overdue_since ? `since ${dayLabel(account.overdue_since)}` : undefined}
          />
        </>
      ) : null}
      {orders ? <Fact term="Open port orders" value={orders.count} /> : null}
      {opportunities ? <Fact term="Open opportunities" value={opportunities.open} /> : null}
      {numbers ? <Fact term="Numbers" href={page('dids/inbound')} value={numbers.count} /> : null}
      {devices ? <Fact term="Phones" href={page('devices')} value={devices.count} /> : null}
    </Facts>
  )
}

function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="mb-4 grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-border bg-border shadow-card sm:grid-cols-3 xl:grid-cols-6">
      {children}
    </dl>
  )
}

function Fact({
  term,
  value,
  detail,
  href,
  alarm = false,
}: {
  term: string
  value: ReactNode
  detail?: string
  href?: string
  alarm?: boolean
}) {
  return (
    <div className="min-w-0 bg-surface px-4 py-3">
      <dt className="truncate text-sm text-text-muted">{term}</dt>
      <dd>
        <span className={cn('numeric text-xl font-semibold', alarm && 'text-danger-text')}>
          {href ? (
            <Link prefetch={false} href={href} className="rounded-sm underline-offset-2 hover:underline">
              {value}
            </Link>
          ) : (
            value
          )}
        </span>
        {detail ? <span className="block text-sm text-text-muted">{detail}</span> : null}
      </dd>
    </div>
  )
}
