import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button'
import { cn } from './cn'
import type { Column, Sort } from './data-table-column'
import { EXTRA } from './data-table-row'
import { Select } from './select'

type HeadProps<Row> = {
  columns: readonly Column<Row>[]
  sort: Sort | undefined
  onSortChange: ((sort: Sort) => void) | undefined
}

/** At the top of the page; in a region that scrolls sideways there is nothing to stick to. */
const STICKY = 'sticky top-(--sticky-top,0px) z-10 in-data-overflows:static'

/** The order after clicking a column's header: ascending first, then reversed. */
function nextSort(column: string, sort: Sort | undefined): Sort {
  return { column, direction: sort?.column === column && sort.direction === 'asc' ? 'desc' : 'asc' }
}

/** The headings, which sort; phones show none. */
export function DataTableHead<Row>({
  columns,
  sort,
  onSortChange,
  selectAll,
}: HeadProps<Row> & { selectAll?: ReactNode }) {
  return (
    <thead className="max-sm:hidden">
      <tr>
        {selectAll ? (
          <th
            scope="col"
            className={cn(
              'h-9 w-9 rounded-tl-lg border-b border-border bg-surface-sunken pl-3 text-left',
              STICKY,
            )}
          >
            {selectAll}
          </th>
        ) : null}
        {columns.map((column) => {
          const sorted = sort?.column === column.id ? sort.direction : undefined
          const Icon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ChevronsUpDown
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
              className={cn(
                'h-9 border-b list-room border-border bg-surface-sunken text-left text-xs font-medium whitespace-nowrap text-text-muted first:rounded-tl-lg last:rounded-tr-lg',
                STICKY,
                column.numeric && 'text-right',
                column.extra && EXTRA,
                column.width,
              )}
            >
              {column.sortable && onSortChange ? (
                <button
                  type="button"
                  onClick={() => onSortChange(nextSort(column.id, sort))}
                  className={cn(
                    'group -mx-1.5 inline-flex h-6 items-center gap-1 rounded-sm px-1.5 hover:bg-surface-active hover:text-text',
                    sorted && 'text-text',
                    column.numeric && 'flex-row-reverse',
                  )}
                >
                  {column.header}
                  <Icon
                    aria-hidden
                    size={12}
                    className={
                      sorted ? undefined : 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100'
                    }
                  />
                </button>
              ) : (
                <span className={column.headerHidden ? 'sr-only' : undefined}>{column.header}</span>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** Phones have no header row, so the order is chosen here. */
export function PhoneSort<Row>({ columns, sort, onSortChange }: HeadProps<Row>) {
  const sortable = columns.filter((column) => column.sortable)
  if (!onSortChange || sortable.length === 0) return null
  // A list may start in an order that no column shows, such as the newest first.
  const shown = sort && sortable.some(({ id }) => id === sort.column) ? sort : undefined
  const descending = shown?.direction === 'desc'

  return (
    <div className="flex gap-2 border-b border-border p-3 sm:hidden">
      <Select
        aria-label="Sort by"
        className="min-w-0 flex-1"
        placeholder={shown ? undefined : 'Sort by'}
        value={shown?.column ?? ''}
        options={sortable.map((column) => ({ value: column.id, label: column.header }))}
        onChange={(event) =>
          onSortChange({ column: event.target.value, direction: shown?.direction ?? 'asc' })
        }
      />
      <Button
        disabled={!shown}
        icon={descending ? ArrowDown : ArrowUp}
        onClick={() => shown && onSortChange(nextSort(shown.column, shown))}
      >
        {descending ? 'Descending' : 'Ascending'}
      </Button>
    </div>
  )
}
