import type { Column } from './data-table-column'
import { cellClass, ROLE } from './data-table-row'
import { Skeleton } from './skeleton'

/** Uneven, as real columns are, but the same on every render. */
const WIDTHS = ['w-40', 'w-24', 'w-32', 'w-20']

export function DataTableSkeleton<Row>({
  columns,
  count,
  selectable,
}: {
  columns: readonly Column<Row>[]
  count: number
  selectable: boolean
}) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={`skeleton-${row}`} {...ROLE.row} className="group list-row">
      {selectable ? <td {...ROLE.cell} className="list-cell list-check" /> : null}
      {columns.map((column, index) => (
        <td key={column.id} {...ROLE.cell} className={cellClass(column, index)}>
          <Skeleton
            className={`h-3 max-w-full ${column.numeric ? 'w-12 sm:ml-auto' : WIDTHS[(row + index) % WIDTHS.length]}`}
          />
        </td>
      ))}
    </tr>
  ))
}
