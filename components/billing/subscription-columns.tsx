import { Amount } from '@/components/common/amount'
import { Badge } from '@/components/ui/badge'
import type { Column } from '@/components/ui/data-table'
import type { MenuEntry } from '@/components/ui/menu'
import { RowMenu } from '@/components/ui/row-menu'
import { StatusBadge } from '@/components/ui/status-badge'
import { CYCLE_LABELS } from '@/lib/billing/cycle'
import { isOneTime, type Subscription, subscriptionStatus } from '@/lib/billing/subscriptions'
import type { Day } from '@/lib/dates/day'
import { dayLabel } from '@/lib/dates/format'
import { formatFigure, NO_VALUE } from '@/lib/figures'

const TONES = { active: 'success', upcoming: 'info', ended: 'neutral' } as const
const WORDS = { active: 'Active', upcoming: 'Upcoming', ended: 'Ended' } as const

/** What a subscription is called: its own description, else the product's name. */
export const subscriptionName = ({ description, services }: Subscription): string =>
  description || services?.name || 'Subscription'

/** Columns of a tenant's subscriptions as of a day; `entriesOf` is a row's menu. */
export function subscriptionColumns(
  currency: string,
  today: Day,
  entriesOf: (subscription: Subscription) => MenuEntry[],
): Column<Subscription>[] {
  return [
    {
      id: 'product',
      header: 'Product',
      cell: (row) => (
        <>
          {subscriptionName(row)}
          {row.description && row.services ? (
            <span className="ml-2 font-normal text-text-muted">{row.services.name}</span>
          ) : null}
        </>
      ),
    },
    { id: 'quantity', header: 'Quantity', numeric: true, cell: (row) => formatFigure(row.quantity) },
    {
      id: 'price',
      header: 'Unit price',
      numeric: true,
      cell: (row) => <Amount value={isOneTime(row) ? row.setup_fee : row.unit_price} currency={currency} />,
    },
    { id: 'cycle', header: 'Cycle', cell: (row) => <Cycle subscription={row} /> },
    {
      id: 'amount',
      header: 'Per cycle',
      numeric: true,
      cell: (row) => (
        <Amount
          value={row.quantity * (isOneTime(row) ? row.setup_fee : row.unit_price)}
          currency={currency}
        />
      ),
    },
    { id: 'from', header: 'Starts', cell: (row) => dayLabel(row.starts_on) },
    { id: 'to', header: 'Ends', cell: (row) => (row.ends_on ? dayLabel(row.ends_on) : NO_VALUE) },
    {
      id: 'standing',
      header: 'Status',
      cell: (row) => {
        const now = subscriptionStatus(row, today)
        return <StatusBadge tone={TONES[now]}>{WORDS[now]}</StatusBadge>
      },
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      phone: 'edge',
      width: 'w-12',
      cell: (row) =>
        entriesOf(row).length > 0 ? (
          <RowMenu label={`Actions for ${subscriptionName(row)}`} entries={entriesOf(row)} />
        ) : null,
    },
  ]
}

function Cycle({ subscription }: { subscription: Subscription }) {
  const { cycle, prorate } = subscription
  if (isOneTime(subscription)) return 'Once'
  return (
    <span className="inline-flex items-center gap-2">
      {CYCLE_LABELS[cycle]}
      {prorate ? null : <Badge>Whole cycles</Badge>}
    </span>
  )
}
