import dynamic from 'next/dynamic'
import { useState } from 'react'
import { inTable } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { useSeats } from '@/hooks/use-billing'
import { useMember } from '@/hooks/use-member'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { PRODUCT_LABELS, type Seats, seatWarnings } from '@/lib/licensing/seats'
import { may } from '@/lib/session/permissions'
import { IdleSeats } from './idle-seats'
import { SeatHistory } from './seat-history'

const SeatsDialog = dynamic(() => import('./seats-dialog').then((m) => m.SeatsDialog), { ssr: false })

/** A tenant's seats by product, the idle ones, and what became of them. */
export function LicensingPage() {
  const tenantId = useCurrentTenantId()
  const query = useSeats(tenantId)
  const { data } = query
  const { permissions } = useMember()
  const [editing, setEditing] = useState<Seats | null>(null)
  const mayEdit = may(permissions, 'billing', 'edit')
  const over = data?.filter((seats) => seats.over > 0) ?? []

  const columns: Column<Seats>[] = [
    { id: 'product', header: 'Product', cell: ({ product }) => PRODUCT_LABELS[product] },
    { id: 'purchased', header: 'Purchased', numeric: true, cell: (row) => row.purchased },
    { id: 'assigned', header: 'Assigned', numeric: true, cell: (row) => row.assigned },
    { id: 'used', header: 'Used', numeric: true, cell: (row) => row.used },
    {
      id: 'over',
      header: 'Over',
      numeric: true,
      cell: (row) => (
        <span className={row.over > 0 ? 'font-medium text-danger-text' : undefined}>{row.over}</span>
      ),
    },
    { id: 'billed', header: 'Billed', numeric: true, cell: (row) => row.billed },
    { id: 'cap', header: 'Cap', cell: (row) => (row.cap === 'hard' ? 'Hard' : 'Soft') },
    {
      id: 'remarks',
      header: 'Remarks',
      cell: (row) => {
        const warnings = seatWarnings(row)
        return warnings.length > 0 ? <span className="text-warning-text">{warnings.join(', ')}</span> : '–'
      },
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      width: 'w-24',
      cell: (row) =>
        mayEdit ? (
          <Button size="sm" onClick={() => setEditing(row)}>
            Change<span className="sr-only"> {PRODUCT_LABELS[row.product]}</span>
          </Button>
        ) : null,
    },
  ]

  return (
    <div className="flex flex-col gap-4">
      <h2 className="text-xl font-semibold">Licensing</h2>
      {over.length > 0 ? (
        <Alert tone="warning" quiet title="More seats are assigned than purchased">
          {over.map(({ product, over: count }) => `${PRODUCT_LABELS[product]}: ${count} over`).join('. ')}.
        </Alert>
      ) : null}
      <DataTable
        label="Seats"
        columns={columns}
        rowKey={(row) => row.product}
        skeletonRows={4}
        {...inTable(query)}
        empty={<EmptyState title="No seats" />}
      />
      <p className="text-sm text-text-muted">
        Used are the assigned seats with a call in the last 60 days, and those that are not that old yet. A
        hard cap refuses a seat beyond it, a soft one only points it out.
      </p>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <IdleSeats tenantId={tenantId} />
        <Card title="Changes" flush>
          <SeatHistory tenantId={tenantId} />
        </Card>
      </div>
      {editing ? <SeatsDialog tenantId={tenantId} seats={editing} onClose={() => setEditing(null)} /> : null}
    </div>
  )
}
