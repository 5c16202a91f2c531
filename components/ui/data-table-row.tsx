import Link from 'next/link'
import type { MouseEvent, ReactNode } from 'react'
import { cn } from './cn'
import type { Column } from './data-table-column'

/** Explicit, because the phone layout changes `display`, upon which Safari drops the table semantics. */
export const ROLE = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
}

const CELLS: Record<NonNullable<Column<unknown>['phone']>, string> = {
  primary: 'list-primary',
  secondary: 'list-secondary',
  edge: 'list-edge',
  hidden: 'list-hidden',
}

export const EXTRA = 'sm:max-[90rem]:hidden'

/** The classes of a column's cells (styles/lists.css), computed once for all rows. */
export function cellClass<Row>(column: Column<Row>, index: number): string {
  return cn(
    'list-cell',
    CELLS[column.phone ?? (index === 0 ? 'primary' : 'secondary')],
    column.numeric && 'numeric sm:text-right',
    index === 0 && !column.code ? 'sm:min-w-48' : 'sm:whitespace-nowrap',
    column.extra && EXTRA,
  )
}

type RowProps<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  /** By column. */
  classes: readonly string[]
  href: string | undefined
  onOpen?: (row: Row) => void
  onNear?: (row: Row) => void
  checkbox?: ReactNode
}

/** A row that opens by a press anywhere on it; with a modifier key, its link opens as the browser's do. */
export function DataTableRow<Row>({ row, columns, classes, href, onOpen, onNear, checkbox }: RowProps<Row>) {
  const near = onNear && (() => onNear(row))

  function open(event: MouseEvent) {
    if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(row)
  }

  return (
    <tr
      {...ROLE.row}
      onPointerEnter={near}
      onPointerDown={near}
      onFocus={near}
      className={cn(
        'group list-row',
        href && 'cursor-pointer hover:bg-surface-hover',
        checkbox !== undefined && 'max-sm:relative max-sm:pr-10',
        columns.some(({ phone }) => phone === 'edge') && 'max-sm:relative max-sm:min-h-22 max-sm:pr-10',
      )}
    >
      {checkbox ? (
        <td {...ROLE.cell} className="list-cell list-check">
          {checkbox}
        </td>
      ) : null}
      {columns.map((column, index) => (
        <td
          key={column.id}
          {...ROLE.cell}
          data-label={column.headerHidden ? undefined : column.header}
          className={classes[index]}
        >
          {href && index === 0 ? (
            <RowLink href={href} onOpen={onOpen && open}>
              {column.cell(row)}
            </RowLink>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  )
}

/** If a row opens in place, its URL is only for a new tab: resolved by the browser rather than by Next's router. */
function RowLink({
  href,
  onOpen,
  children,
}: {
  href: string
  onOpen: ((event: MouseEvent) => void) | undefined
  children: ReactNode
}) {
  const shared = {
    'data-row-link': true,
    className: 'list-link',
  }
  if (onOpen) {
    return (
      <a href={href} onClick={onOpen} {...shared}>
        {children}
      </a>
    )
  }
  return (
    // All rows lead to the same page, so prefetching it for each would be wasteful.
    <Link href={href} prefetch={false} {...shared}>
      {children}
    </Link>
  )
}
