import type { Tone } from '@/components/ui/badge'
import { StatusBadge } from '@/components/ui/status-badge'
import type { Day } from '@/lib/dates/day'
import { dayLabel } from '@/lib/dates/format'
import { NO_VALUE } from '@/lib/figures'
import { warrantyEnd } from '@/lib/inventory/warranty'
import { STOCK_STATUSES } from '@/lib/resources/stock-item'
import { countOf, labelIn } from '@/lib/words'

const TONES: Record<string, Tone> = {
  ordered: 'info',
  in_stock: 'success',
  reserved: 'info',
  staged: 'info',
  shipped: 'info',
  deployed: 'accent',
  rma: 'warning',
  retired: 'neutral',
} satisfies Record<(typeof STOCK_STATUSES)[number]['value'], Tone>

/** The warranty end of a stock item, as of a business day. */
export function Warranty({
  item,
  today,
}: {
  item: { purchased_on: string | null; warranty_months: number | null }
  today: Day
}) {
  const end = warrantyEnd(item.purchased_on, item.warranty_months)
  if (end === null)
    return (
      <span className="text-text-muted">
        {item.warranty_months === null ? NO_VALUE : countOf(item.warranty_months, 'month')}
      </span>
    )
  const over = end < today
  return (
    <span className={over ? 'numeric text-text-muted' : 'numeric'}>
      {over ? 'Ended' : 'Until'} {dayLabel(end)}
    </span>
  )
}

export function StockStatus({ status }: { status: string }) {
  const label = labelIn(STOCK_STATUSES, status)
  return <StatusBadge tone={TONES[status]}>{label}</StatusBadge>
}
