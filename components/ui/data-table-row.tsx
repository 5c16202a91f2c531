import Link from 'next/link'
import type { MouseEvent, ReactNode } from 'react'
import { cn } from './cn'
import type { Column } from './data-table-column'

/** Stated outright: the phone layout changes `display`, and Safari then forgets what a table's elements mean. */
export const ROLE = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
}

/** On phones: the cells of a card, one under the other, each but the heading with its column's name before it. */
export function cellClass<Row>(column: Column<Row>, index: number): string {
  const phone = column.phone ?? (index === 0 ? 'primary' : 'secondary')
  return cn(
    'border-border px-3 sm:h-10 sm:border-b sm:py-1.5 sm:group-last:border-b-0',
    column.numeric && 'numeric sm:text-right',
    index === 0 ? 'sm:min-w-48' : 'sm:whitespace-nowrap',
    phone === 'primary' && 'font-medium max-sm:order-first max-sm:pb-0.5 max-sm:text-lg',
    phone === 'secondary' &&
      'max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4 max-sm:py-0.5 max-sm:text-right max-sm:text-base max-sm:before:shrink-0 max-sm:before:text-text-muted max-sm:before:content-[attr(data-label)]',
    phone === 'edge' && 'max-sm:absolute max-sm:top-10 max-sm:right-0 max-sm:px-1',
    phone === 'hidden' && 'max-sm:hidden',
    phone !== 'hidden' && 'max-sm:min-w-0 max-sm:break-words',
  )
}

export const ROW_CLASS =
  'group max-sm:flex max-sm:flex-col max-sm:border-b max-sm:py-3 max-sm:last:border-b-0'

/** The cell of a row's checkbox; on phones it stands in the card's corner. */
export const CHECKBOX_CELL =
  'w-9 border-border pl-3 sm:h-10 sm:border-b sm:py-1.5 sm:group-last:border-b-0 max-sm:absolute max-sm:top-1 max-sm:right-1 max-sm:w-auto'

type RowProps<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  href: string | undefined
  onOpen?: (row: Row) => void
  onNear?: (row: Row) => void
  checkbox?: ReactNode
}

export function DataTableRow<Row>({ row, columns, href, onOpen, onNear, checkbox }: RowProps<Row>) {
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
        ROW_CLASS,
        href && 'cursor-pointer hover:bg-surface-hover',
        checkbox !== undefined && 'max-sm:relative max-sm:pr-10',
        columns.some(({ phone }) => phone === 'edge') && 'max-sm:relative max-sm:min-h-22 max-sm:pr-10',
      )}
    >
      {checkbox ? (
        <td {...ROLE.cell} className={CHECKBOX_CELL}>
          {checkbox}
        </td>
      ) : null}
      {columns.map((column, index) => (
        <td
          key={column.id}
          {...ROLE.cell}
          data-label={column.headerHidden ? undefined : column.header}
          className={cellClass(column, index)}
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

/** Where a row opens in place, its address is for a new tab alone: what the browser makes of it, and not Next's router. */
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
    className: 'inline-flex min-h-6 max-w-full items-center rounded-sm hover:underline',
  }
  if (onOpen) {
    return (
      <a href={href} onClick={onOpen} {...shared}>
        {children}
      </a>
    )
  }
  return (
    // All rows lead to the same page; fetching it once for each of them would be waste.
    <Link href={href} prefetch={false} {...shared}>
      {children}
    </Link>
  )
}
