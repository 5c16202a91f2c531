import { Pencil, Trash2 } from 'lucide-react'
import { Amount } from '@/components/common/amount'
import type { Column } from '@/components/ui/data-table'
import { IconButton } from '@/components/ui/icon-button'
import { CALL_COST } from '@/lib/billing/money'
import type { PlanRate } from '@/lib/billing/rates'

/** What a rate is called: where its calls go. */
export const rateName = ({ description, prefix }: PlanRate) => description || prefix || 'all others'

/** Columns of a plan's rates. Without `onEdit` or `onDelete`, the row has no such button. */
export function rateColumns(
  currency: string,
  onEdit: ((rate: PlanRate) => void) | undefined,
  onDelete: ((rate: PlanRate) => void) | undefined,
): Column<PlanRate>[] {
  const price = (value: number) => <Amount value={value} currency={currency} places={CALL_COST} />
  return [
    {
      id: 'destination',
      header: 'Destination',
      cell: (row) => row.description || (row.prefix ? `+${row.prefix}` : 'All other destinations'),
    },
    {
      id: 'prefix',
      header: 'Prefix',
      cell: (row) => <span className="code">{row.prefix ? `+${row.prefix}` : 'all others'}</span>,
    },
    { id: 'connect', header: 'Connect fee', numeric: true, cell: (row) => price(row.connect_fee) },
    { id: 'included', header: 'Included', numeric: true, cell: (row) => `${row.included_seconds} s` },
    { id: 'minute', header: 'Per minute', numeric: true, cell: (row) => price(row.cost_per_minute) },
    {
      id: 'increments',
      header: 'Increments',
      numeric: true,
      cell: (row) => `${row.first_increment}/${row.next_increment} s`,
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      width: 'w-20',
      cell: (row) => (
        <span className="flex justify-end gap-1">
          {onEdit ? (
            <IconButton size="sm" label={`Edit ${rateName(row)}`} icon={Pencil} onClick={() => onEdit(row)} />
          ) : null}
          {onDelete ? (
            <IconButton
              size="sm"
              label={`Delete ${rateName(row)}`}
              icon={Trash2}
              onClick={() => onDelete(row)}
            />
          ) : null}
        </span>
      ),
    },
  ]
}
