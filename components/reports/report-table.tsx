import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { SectionLink } from '@/components/common/section-link'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { ROLE } from '@/components/ui/data-table-row'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { formatMoney } from '@/lib/billing/money'
import { downloadCsv } from '@/lib/browser/download'
import { formatFigure } from '@/lib/figures'
import { sumsOf } from '@/lib/reports/reports'
import type { Section } from '@/lib/session/permissions'

export interface ReportColumn<Row> {
  header: string
  numeric?: boolean
  /** Text in the table, unless `cell` draws it, and in the file, unless `file` provides it. */
  text: (row: Row) => string
  cell?: (row: Row) => ReactNode
  /** The value in the file: amounts as plain numbers, which spreadsheets can add up. */
  file?: (row: Row) => string
  /** The heading in the file, if it has to say the unit. */
  fileHeader?: string
  /** Exported only, such as the currency of amounts. */
  fileOnly?: boolean
  /** The total below the column. */
  total?: ReactNode
}

/** A column of amounts with totals: with currency on the screen, as numbers in the file. */
export function moneyColumn<Row extends { currency: string }>(
  rows: readonly Row[],
  header: string,
  amount: (row: Row) => number,
): ReportColumn<Row> {
  return {
    header,
    numeric: true,
    text: (row) => formatMoney(amount(row), row.currency),
    file: (row) => String(amount(row)),
    total: sumsOf(rows, amount),
  }
}

/** A column of counts with a total. */
export function countColumn<Row>(
  rows: readonly Row[],
  header: string,
  count: (row: Row) => number,
): ReportColumn<Row> {
  return {
    header,
    numeric: true,
    text: (row) => formatFigure(count(row)),
    file: (row) => String(count(row)),
    total: formatFigure(rows.reduce((sum, row) => sum + count(row), 0)),
  }
}

/** A column that links to what the row tells of, such as the list of what it counts. */
export function linkColumn<Row>(
  section: Section,
  header: string,
  text: (row: Row) => string,
  href: (row: Row) => string,
): ReportColumn<Row> {
  return {
    header,
    text,
    cell: (row) => (
      <SectionLink section={section} href={href(row)}>
        {text(row)}
      </SectionLink>
    ),
  }
}

/** Rows shown on the screen. */
const SHOWN = 100
/** Rows printed: a page with a row for each of 50,000 tenants would not open. The file has all. */
const PRINTED = 1000
/** Rows shown of a longer table below a chart, which already tells most of it, and of cards on a phone. */
const FOLDED = 7

/** A phone has no room for wide gaps between columns. */
const CELL = 'px-1 py-1.5 first:pl-4 last:pr-4 sm:px-4'

/** Rows as cards on phones: the first column as their heading, then each column by its name. */
const CARD = {
  part: 'max-sm:block',
  row: 'max-sm:block max-sm:py-2',
  cell: 'max-sm:flex max-sm:items-center max-sm:justify-between max-sm:gap-4 max-sm:px-4 max-sm:py-0.5 max-sm:text-right max-sm:text-base max-sm:not-first:before:shrink-0 max-sm:not-first:before:font-normal max-sm:not-first:before:text-text-muted max-sm:not-first:before:content-[attr(data-label)] max-sm:first:font-medium max-sm:empty:hidden',
}

/** A section of a report: a chart, its figures as a table, and a file download. */
export function ReportTable<Row>({
  title,
  fileName,
  columns,
  rows,
  empty,
  mayExport,
  totalLabel = 'Total',
  wide = false,
  children,
}: {
  title: string
  fileName: string
  columns: readonly ReportColumn<Row>[]
  rows: readonly Row[]
  empty: string
  mayExport: boolean
  /** What the columns' totals count, if it is not every row. */
  totalLabel?: string
  /** Whether its columns are too wide for a phone: there, rows are cards. */
  wide?: boolean
  children?: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const card = wide ? CARD : undefined
  const cellClass = (numeric = false, other = '') =>
    cn(CELL, numeric ? 'numeric text-right' : other, card?.cell)

  async function save() {
    const header = columns.map((column) => column.fileHeader ?? column.header)
    const cells = rows.map((row) => columns.map((column) => (column.file ?? column.text)(row)))
    await downloadCsv(fileName, header, cells)
  }
  const seen = columns.filter(({ fileOnly }) => !fileOnly)
  const shown = children && !open ? FOLDED : SHOWN
  const isFolded = (index: number) => wide && !open && index >= FOLDED
  return (
    <Card
      title={title}
      className="break-inside-avoid"
      actions={
        mayExport && rows.length > 0 ? (
          <Button size="sm" className="print:hidden" icon={Download} onClick={() => void save()}>
            CSV<span className="sr-only"> of {title}</span>
          </Button>
        ) : undefined
      }
      flush
    >
      {children ? <div className="border-b border-border p-4">{children}</div> : null}
      {rows.length === 0 ? (
        <p className="px-4 py-3 text-sm text-text-muted">{empty}</p>
      ) : (
        <ScrollRegion label={title}>
          <table {...ROLE.table} className={cn('w-full text-sm', card?.part)}>
            <caption className="sr-only">{title}</caption>
            <thead className={wide ? 'max-sm:hidden' : undefined}>
              <tr className="text-text-muted">
                {seen.map(({ header, numeric }) => (
                  <th
                    key={header}
                    scope="col"
                    className={`${CELL} font-medium whitespace-nowrap ${numeric ? 'text-right' : 'text-left'}`}
                  >
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody {...ROLE.rowgroup} className={card?.part}>
              {rows.slice(0, PRINTED).map((row, index) => (
                <tr
                  key={index}
                  {...ROLE.row}
                  className={cn(
                    'break-inside-avoid border-t border-border',
                    index < shown ? card?.row : 'hidden print:table-row',
                    isFolded(index) && 'max-sm:hidden max-sm:print:table-row',
                  )}
                >
                  {seen.map(({ header, numeric, text, cell }) => (
                    <td
                      key={header}
                      {...ROLE.cell}
                      data-label={header}
                      className={cellClass(numeric, 'min-w-18 sm:min-w-28')}
                    >
                      {cell ? cell(row) : text(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            {rows.length > 1 && seen.some(({ total }) => total !== undefined) ? (
              <tfoot {...ROLE.rowgroup} className={card?.part}>
                <tr {...ROLE.row} className={cn('border-t border-border font-semibold', card?.row)}>
                  {seen.map(({ header, numeric, total }, place) => (
                    <td key={header} {...ROLE.cell} data-label={header} className={cellClass(numeric)}>
                      {place === 0 ? totalLabel : total}
                    </td>
                  ))}
                </tr>
              </tfoot>
            ) : null}
          </table>
        </ScrollRegion>
      )}
      {(children || wide) && rows.length > FOLDED ? (
        <p
          className={cn('border-t border-border px-4 py-2 print:hidden', children ? undefined : 'sm:hidden')}
        >
          <Button size="sm" variant="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show fewer rows' : `Show all ${formatFigure(rows.length)} rows`}
            <span className="sr-only"> of {title}</span>
          </Button>
        </p>
      ) : null}
      {rows.length > SHOWN && shown === SHOWN ? (
        <p className="border-t border-border px-4 py-2 text-sm text-text-muted print:hidden">
          The first {SHOWN} of {formatFigure(rows.length)};{' '}
          {rows.length > PRINTED
            ? `the printed page has ${formatFigure(PRINTED)} and the file all.`
            : 'the file and the printed page have all.'}
        </p>
      ) : null}
    </Card>
  )
}
