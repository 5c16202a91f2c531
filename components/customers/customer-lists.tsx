import Link from 'next/link'
import type { ReactNode } from 'react'
import { StockStatus } from '@/components/inventory/stock-status'
import { NumberStatus } from '@/components/numbers/number-status'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { TextLink } from '@/components/ui/text-link'
import { useMember } from '@/hooks/use-member'
import { formatDollars, formatMoney } from '@/lib/billing/money'
import type { CustomerRecords } from '@/lib/customers/customer-records'
import { dayLabel } from '@/lib/dates/format'
import { formatFigure } from '@/lib/figures'
import { opportunityPath, portOrderPath, stockItemPath, tenantPath } from '@/lib/record-paths'
import { PORT_STATES } from '@/lib/resources/port-order'
import { stageOf } from '@/lib/sales/stages'
import { may } from '@/lib/session/permissions'
import { shownNumber } from '@/lib/validation/phone'
import { labelIn, lowerFirst, sentenceCase } from '@/lib/words'

/** The first few of each kind of record that belongs to a customer; placeholders while they are loading. */
export function CustomerLists({
  records,
  tenantId,
}: {
  records: CustomerRecords | undefined
  tenantId: string | null
}) {
  const { permissions } = useMember()
  if (!records) {
    return ['Invoices', 'Opportunities', 'Numbers', 'Phones', 'Stock'].map((title) => (
      <Card key={title} title={title} flush>
        <Skeleton className="mx-4 my-3 h-40" />
      </Card>
    ))
  }
  const { opportunities, orders, numbers, devices, stock, invoices } = records
  return (
    <>
      {orders && orders.count > 0 ? (
        <Section
          title="Open port orders"
          empty=""
          count={orders.count}
          rows={orders.rows.map(({ id, name, state, foc_date }) => ({
            id,
            href: may(permissions, 'numbers') ? portOrderPath(id) : undefined,
            title: name,
            detail: [labelIn(PORT_STATES, state), foc_date ? dayLabel(foc_date) : '']
              .filter(Boolean)
              .join(', '),
          }))}
        />
      ) : null}
      {invoices ? (
        <Section
          title="Invoices"
          empty="No invoices yet."
          count={invoices.count}
          all={tenantId ? `${tenantPath(tenantId)}/billing?tab=invoices` : undefined}
          rows={invoices.rows.map(({ id, number, status, total, currency, due_on, open }) => ({
            id,
            href: tenantId ? `${tenantPath(tenantId)}/billing?tab=invoices&invoice=${id}` : undefined,
            title: number ?? 'Draft',
            detail:
              status === 'issued' && due_on
                ? `${formatMoney(open, currency)} due ${dayLabel(due_on)}`
                : `${sentenceCase(status)}, ${formatMoney(total, currency)}`,
          }))}
        />
      ) : null}
      {opportunities ? (
        <Section
          title="Opportunities"
          empty="No opportunities yet."
          count={opportunities.count}
          rows={opportunities.rows.map(({ id, name, status, amount }) => ({
            id,
            href: opportunityPath(id),
            title: name,
            detail: `${stageOf(status).label}, ${formatDollars(amount)}`,
          }))}
        />
      ) : null}
      {numbers ? (
        <Section
          title="Numbers"
          empty="No numbers yet."
          count={numbers.count}
          all={tenantId ? `${tenantPath(tenantId)}/dids/inbound` : undefined}
          rows={numbers.rows.map(({ id, number, description, status }) => ({
            id,
            href: tenantId ? `${tenantPath(tenantId)}/dids/inbound?record=${id}` : undefined,
            title: shownNumber(number),
            detail: (
              <>
                {description} {status === 'assigned' ? null : <NumberStatus status={status} />}
              </>
            ),
          }))}
        />
      ) : null}
      {devices ? (
        <Section
          title="Phones"
          empty="No phones yet."
          count={devices.count}
          all={tenantId ? `${tenantPath(tenantId)}/devices` : undefined}
          rows={devices.rows.map(({ id, mac, label, model }) => ({
            id,
            href: tenantId ? `${tenantPath(tenantId)}/devices?record=${id}` : undefined,
            title: label || model || 'Phone',
            detail: <span className="code">{mac}</span>,
          }))}
        />
      ) : null}
      {stock ? (
        <Section
          title="Stock"
          empty="No stock yet."
          count={stock.count}
          rows={stock.rows.map(({ id, name, mac, status }) => ({
            id,
            href: stockItemPath(id),
            title: name,
            detail: (
              <>
                <span className="code">{mac}</span> <StockStatus status={status} />
              </>
            ),
          }))}
        />
      ) : null}
    </>
  )
}

interface Row {
  id: string
  href: string | undefined
  title: string
  detail: ReactNode
}

interface SectionProps {
  title: string
  empty: string
  rows: readonly Row[]
  /** Total number, of which `rows` are the first. */
  count: number
  /** The page with all of them. */
  all?: string
}

function Section({ title, empty, rows, count, all }: SectionProps) {
  return (
    <Card
      title={count > 0 ? `${title} (${formatFigure(count)})` : title}
      actions={
        all && count > 0 ? (
          <TextLink tone="accent" href={all}>
            See all<span className="sr-only"> {lowerFirst(title)}</span>
          </TextLink>
        ) : undefined
      }
      flush
    >
      {rows.length === 0 ? <p className="px-4 py-3 text-sm text-text-muted">{empty}</p> : null}
      <ul className="divide-y divide-border text-sm">
        {rows.map(({ id, href, title: name, detail }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 px-4 py-2">
            {href ? (
              <Link
                href={href}
                className="min-w-0 rounded-sm font-medium break-words underline-offset-2 hover:underline"
              >
                {name}
              </Link>
            ) : (
              <span className="font-medium">{name}</span>
            )}
            <span className="inline-flex items-center gap-2 text-text-muted">{detail}</span>
          </li>
        ))}
      </ul>
      {rows.length < count && !all ? (
        <p className="border-t border-border px-4 py-2 text-sm text-text-muted">
          The first {rows.length} of {formatFigure(count)}.
        </p>
      ) : null}
    </Card>
  )
}
