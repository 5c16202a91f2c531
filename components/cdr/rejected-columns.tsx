import { Trash2 } from 'lucide-react'
import { LocalTime } from '@/components/common/local-time'
import { Badge } from '@/components/ui/badge'
import { Button, type ButtonProps } from '@/components/ui/button'
import type { Column } from '@/components/ui/data-table'
import type { RejectedRecord } from '@/lib/cdr/call-list'

interface RejectedActions {
  onShow: (row: RejectedRecord) => void
  /** Undefined for roles that may not. */
  onRetry: ((row: RejectedRecord) => void) | undefined
  retrying: boolean
  /** Undefined for roles that may not. */
  onDiscard: ((row: RejectedRecord) => void) | undefined
}

/** Columns of the list of rejected records, with what can be done with each. */
export function rejectedColumns(actions: RejectedActions): readonly Column<RejectedRecord>[] {
  const { onShow, onRetry, retrying, onDiscard } = actions
  return [
    {
      id: 'at',
      header: 'Received',
      cell: (row) => <LocalTime at={row.created_at} />,
    },
    {
      id: 'reason',
      header: 'Reason',
      cell: (row) => <span className="whitespace-normal">{row.reason}</span>,
    },
    {
      id: 'domain',
      header: 'Domain',
      cell: (row) => (row.tenant_id ? row.domain : <Badge tone="warning">{row.domain ?? 'No tenant'}</Badge>),
    },
    { id: 'deliveries', header: 'Deliveries', numeric: true, phone: 'hidden', cell: (row) => row.deliveries },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      cell: (row) => (
        <span className="flex justify-end gap-1">
          <RowButton label="Show" row={row} onClick={() => onShow(row)} />
          {onRetry ? (
            // A disabled button would lose the keyboard's place.
            <RowButton
              label="Try again"
              row={row}
              aria-disabled={retrying}
              onClick={() => retrying || onRetry(row)}
            />
          ) : null}
          {onDiscard ? (
            <RowButton label="Discard" row={row} icon={Trash2} onClick={() => onDiscard(row)} />
          ) : null}
        </span>
      ),
    },
  ]
}

function RowButton({ label, row, ...props }: { label: string; row: RejectedRecord } & ButtonProps) {
  return (
    <Button size="sm" variant="ghost" {...props}>
      {label}
      <span className="sr-only">
        {' '}
        record of <LocalTime at={row.created_at} />
      </span>
    </Button>
  )
}
