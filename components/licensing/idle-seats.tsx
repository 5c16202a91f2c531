import { inTable } from '@/components/common/loaded'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { useIdleSeats } from '@/hooks/use-billing'
import { formatDate } from '@/lib/dates/format'
import { type IdleSeat, PRODUCT_LABELS, type SeatProduct } from '@/lib/licensing/seats'

const COLUMNS: Column<IdleSeat>[] = [
  {
    id: 'extension',
    header: 'Extension',
    cell: ({ extension, name }) => (
      <>
        <span className="numeric">{extension}</span> {name}
      </>
    ),
  },
  {
    id: 'holds',
    header: 'Also holds',
    cell: ({ holds }) =>
      holds
        .filter((product) => product !== 'extension')
        .map((product) => PRODUCT_LABELS[product as SeatProduct])
        .join(', ') || '–',
  },
  {
    id: 'last',
    header: 'Last call',
    cell: ({ last_call_at }) => (last_call_at ? formatDate(last_call_at) : 'Never'),
  },
  { id: 'enabled', header: 'Status', cell: ({ enabled }) => (enabled ? 'Enabled' : <Badge>Disabled</Badge>) },
]

/** Extensions that hold seats and had no call in 60 days. */
export function IdleSeats({ tenantId }: { tenantId: string }) {
  const query = useIdleSeats(tenantId)
  const { data } = query
  return (
    <Card title={data ? `Idle seats (${data.length})` : 'Idle seats'} flush>
      <DataTable
        className="border-0! shadow-none!"
        label="Idle seats"
        columns={COLUMNS}
        rowKey={(row) => row.id}
        skeletonRows={4}
        {...inTable(query)}
        empty={
          <EmptyState title="No idle seats">
            Every extension had a call in the last 60 days, or is newer.
          </EmptyState>
        }
      />
    </Card>
  )
}
