import type { Tone } from '@/components/ui/badge'
import { StatusBadge } from '@/components/ui/status-badge'
import { STOCK_STATUSES } from '@/lib/resources/stock-item'

const TONES: Record<string, Tone> = {
  in_stock: 'success',
  reserved: 'info',
  staged: 'info',
  shipped: 'info',
  deployed: 'accent',
  rma: 'warning',
}

/** Where a stock item is. */
export function StockStatus({ status }: { status: string }) {
  const label = STOCK_STATUSES.find(({ value }) => value === status)?.label ?? status
  return <StatusBadge tone={TONES[status]}>{label}</StatusBadge>
}
