import dynamic from 'next/dynamic'
import { useState } from 'react'
import { inTable, Loaded } from '@/components/common/loaded'
import { LocalDate } from '@/components/common/local-date'
import { Moment } from '@/components/common/relative-time'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { lateDialog } from '@/components/ui/late-code'
import { Skeleton } from '@/components/ui/skeleton'
import { useIdleSeats, useSeatHistory, useSeats } from '@/hooks/use-billing'
import { useMember } from '@/hooks/use-member'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { NO_VALUE } from '@/lib/figures'
import {
  type IdleSeat,
  PRODUCT_LABELS,
  SEAT_CHANGES,
  type SeatChange,
  type SeatProduct,
  type Seats,
  seatWarnings,
} from '@/lib/licensing/seats'
import { may } from '@/lib/session/permissions'
import { KEPT_DAYS } from '@/lib/supabase/kept-days'
import { countOf } from '@/lib/words'

const SeatsDialog = lateDialog(
  dynamic(() => import('./seats-dialog').then((m) => m.SeatsDialog), { ssr: false }),
)

/** A tenant's seats by product, idle seats, and the history. */
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
        return warnings.length > 0 ? (
          <span className="text-warning-text">{warnings.join(', ')}</span>
        ) : (
          NO_VALUE
        )
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
        Used seats had a call in the last {KEPT_DAYS.idle} days or are newer than that. A hard cap refuses
        further seats; a soft cap only warns. Each extension, number, queue and conference room that records
        takes a recording seat.
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

function SeatHistory({ tenantId }: { tenantId: string }) {
  return (
    <Loaded
      query={useSeatHistory(tenantId)}
      pending={<Skeleton className="m-4 h-16" />}
      empty={<EmptyState title="No changes yet">Seat changes appear here.</EmptyState>}
    >
      {(changes) => (
        <ol className="divide-y divide-border">
          {changes.slice(0, SEAT_CHANGES).map((change) => (
            <li key={change.id} className="px-4 py-2 text-base">
              <p>
                {PRODUCT_LABELS[change.product as SeatProduct]}: {whatChanged(change)}
              </p>
              <p className="text-sm text-text-muted">
                {change.actor_email ?? 'The system'}, <Moment at={change.at} />
              </p>
            </li>
          ))}
          {changes.length > SEAT_CHANGES ? (
            <li className="px-4 py-2 text-sm text-text-muted">Only the newest {SEAT_CHANGES} are shown.</li>
          ) : null}
        </ol>
      )}
    </Loaded>
  )
}

function whatChanged({ before, after, cap_before, cap_after }: SeatChange): string {
  const parts: string[] = []
  if (after !== null)
    parts.push(before === null ? countOf(after, 'seat') : `${before} to ${countOf(after, 'seat')}`)
  if (cap_after !== null)
    parts.push(cap_before === null ? `${cap_after} cap` : `cap ${cap_before} to ${cap_after}`)
  return parts.join(', ')
}

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
        .map((product) => PRODUCT_LABELS[product])
        .join(', ') || NO_VALUE,
  },
  {
    id: 'last',
    header: 'Last call',
    cell: ({ last_call_at }) => (last_call_at ? <LocalDate at={last_call_at} /> : 'Never'),
  },
  { id: 'enabled', header: 'Status', cell: ({ enabled }) => (enabled ? 'Enabled' : <Badge>Disabled</Badge>) },
]

/** Extensions with a seat but no recent call. */
function IdleSeats({ tenantId }: { tenantId: string }) {
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
            Every extension had a call in the last {KEPT_DAYS.idle} days, or is newer.
          </EmptyState>
        }
      />
    </Card>
  )
}
