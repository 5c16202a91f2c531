import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { cn } from './cn'
import { CollectingQueries } from './collecting-queries'
import type { Column, Selection, Sort } from './data-table-column'
import { DataTableHead, PhoneSort } from './data-table-head'
import { cellClass, DataTableRow, ROLE } from './data-table-row'
import { SelectAll, SelectRow } from './data-table-selection'
import { ScrollRegion } from './scroll-region'
import { Skeleton } from './skeleton'
import { useDrawnCount } from './use-drawn-count'
import { useRowLinks } from './use-row-links'

export type { Column, Selection, Sort } from './data-table-column'

/** The rows that a screen of 900 pixels shows, which are drawn first. */
const FIRST_ROWS = 16

export type DataTableProps<Row> = {
  /** What the rows are, in the plural; used as the table's name. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined until the first answer. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** The link of a row. The first cell is the link, and a click anywhere in the row follows it. */
  rowHref?: (row: Row) => string
  /** Called on a plain click instead of following the row's link; the link stays for a new tab. */
  onRowOpen?: (row: Row) => void
  /** Called on hover or focus of a row, which may be opened next. */
  onRowNear?: (row: Row) => void
  /** Adds a check box to every row. */
  selection?: Selection<Row>
  sort?: Sort
  /** Called with the next order when a header is clicked; sorting itself is up to the caller, usually the server. */
  onSortChange?: (sort: Sort) => void
  /** Whether these rows answer an earlier query, and stay visible until the new rows arrive. Not while the same rows are refreshed. */
  outdated?: boolean
  /** An ErrorState or Alert, shown above existing rows. */
  error?: ReactNode
  /** An EmptyState, when there are no rows at all. */
  empty: ReactNode
  /** A NoMatchState, shown instead of `empty` when `filtered` is true. */
  noMatch?: ReactNode
  filtered?: boolean
  /** Pagination. */
  footer?: ReactNode
  skeletonRows?: number
  /** Narrower cells, for lists with a dozen columns. */
  dense?: boolean
  className?: string
}

/**
 * Records in rows; on phones as cards. Scrolls sideways in its own region if the columns need more room; otherwise the header is
 * sticky below `--sticky-top`, the app's header.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  rowHref,
  onRowOpen,
  onRowNear,
  selection,
  sort,
  onSortChange,
  outdated = false,
  error,
  empty,
  noMatch,
  filtered = false,
  footer,
  skeletonRows = 8,
  dense = false,
  className,
}: DataTableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  useRowLinks(body)

  const pending = rows === undefined && !error
  const none = rows?.length === 0 && !error
  const busy = (outdated && !error) || pending
  /** How many rows answered the latest query; -1 while it is asked, undefined for the first. Announced until the rows change. */
  const [found, find] = useState<number>()
  if (outdated ? found !== -1 : found === -1) find(outdated ? -1 : rows?.length)
  const ofEmpty = useFocusAfterEmpty(none, body)

  if (useContext(CollectingQueries)) return null
  const classes = columns.map(cellClass)
  return (
    <div className={cn('min-w-0 rounded-lg border border-border bg-surface shadow-card', className)}>
      <p role="status" className="sr-only">
        {busy ? `Loading ${label}` : found === rows?.length && !error ? `${found || 'None'} shown` : ''}
      </p>
      {error}
      {none ? <div {...ofEmpty}>{filtered && noMatch ? noMatch : empty}</div> : null}
      {pending || rows?.length ? (
        <>
          <PhoneSort columns={columns} sort={sort} onSortChange={onSortChange} />
          <ScrollRegion label={label}>
            <table
              {...ROLE.table}
              aria-label={label}
              aria-busy={busy}
              className={cn(
                'w-full border-separate border-spacing-0 text-sm max-sm:block',
                dense &&
                  'sm:[&_:is(td,th)]:px-1.5 sm:[&_:is(td,th):first-child]:pl-3 sm:[&_td:first-child]:min-w-0',
              )}
            >
              <DataTableHead
                columns={columns}
                sort={sort}
                onSortChange={onSortChange}
                selectAll={
                  selection ? (
                    <SelectAll rows={rows ?? []} rowKey={rowKey} selection={selection} />
                  ) : undefined
                }
              />
              <tbody ref={body} {...ROLE.rowgroup} className="max-sm:block">
                {pending ? (
                  <DataTableSkeleton columns={columns} count={skeletonRows} selectable={Boolean(selection)} />
                ) : (
                  <Rows rows={rows ?? []}>
                    {(row) => (
                      <DataTableRow
                        key={rowKey(row)}
                        row={row}
                        columns={columns}
                        classes={classes}
                        href={rowHref?.(row)}
                        onOpen={onRowOpen}
                        onNear={onRowNear}
                        checkbox={
                          selection ? (
                            <SelectRow id={rowKey(row)} row={row} selection={selection} />
                          ) : undefined
                        }
                      />
                    )}
                  </Rows>
                )}
              </tbody>
            </table>
          </ScrollRegion>
        </>
      ) : null}
      {footer && rows?.length ? <div className="border-t border-border px-3 py-2">{footer}</div> : null}
    </div>
  )
}

/** The button of an empty list disappears with it: then focus moves to the list's first row. Returns what the empty list needs for it. */
function useFocusAfterEmpty(none: boolean, body: RefObject<HTMLElement | null>) {
  const focused = useRef(false)
  useEffect(() => {
    if (none || !focused.current) return
    focused.current = false
    if (document.activeElement === document.body) {
      body.current?.querySelector<HTMLElement>('[data-row-link]')?.focus()
    }
  }, [none, body])
  return {
    onFocus() {
      focused.current = true
    },
    onBlur(event: FocusEvent) {
      if (event.relatedTarget) focused.current = false
    },
  }
}

/** Rows as they are drawn: a screen of them first, the rest by and by. React does not render a kept element again. */
function Rows<Row>({ rows, children }: { rows: readonly Row[]; children: (row: Row) => ReactNode }) {
  const elements = useMemo(() => rows.map(children), [rows, children])
  return elements.slice(0, useDrawnCount(FIRST_ROWS, rows.length))
}

/** Irregular, like real columns, but the same on every render. */
const WIDTHS = ['w-28', 'w-16', 'w-20', 'w-14']

function DataTableSkeleton<Row>({
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
