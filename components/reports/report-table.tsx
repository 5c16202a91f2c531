import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { writeCsv } from '@/lib/csv'
import { downloadText } from '@/lib/download'

export interface ReportColumn<Row> {
  header: string
  numeric?: boolean
  /** What the file holds, and the table unless `cell` draws it. */
  text: (row: Row) => string
  cell?: (row: Row) => ReactNode
}

/** As many rows as the table shows on a screen; paper and the file have all. */
const SHOWN = 100

/** A part of a report: its picture, the figures as a table under it, and the same as a file. */
export function ReportTable<Row>({
  title,
  fileName,
  columns,
  rows,
  empty,
  mayExport,
  children,
}: {
  title: string
  fileName: string
  columns: readonly ReportColumn<Row>[]
  rows: readonly Row[]
  empty: string
  mayExport: boolean
  children?: ReactNode
}) {
  async function save() {
    const header = columns.map((column) => column.header)
    const cells = rows.map((row) => columns.map((column) => column.text(row)))
    downloadText(await writeCsv(header, cells), fileName, 'text/csv')
  }
  return (
    <Card
      title={title}
      className="break-inside-avoid"
      actions={
        mayExport && rows.length > 0 ? (
          <Button
            size="sm"
            className="print:hidden"
            icon={<Download aria-hidden size={14} />}
            onClick={() => void save()}
          >
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
          {() => (
            <table className="w-full text-sm">
              <caption className="sr-only">{title}</caption>
              <thead>
                <tr className="text-text-muted">
                  {columns.map(({ header, numeric }) => (
                    <th
                      key={header}
                      scope="col"
                      className={`px-4 py-1.5 font-medium ${numeric ? 'text-right' : 'text-left'}`}
                    >
                      {header}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row, index) => (
                  <tr
                    key={index}
                    className={`break-inside-avoid border-t border-border ${index < SHOWN ? '' : 'hidden print:table-row'}`}
                  >
                    {columns.map(({ header, numeric, text, cell }) => (
                      <td key={header} className={`px-4 py-1.5 ${numeric ? 'numeric text-right' : ''}`}>
                        {cell ? cell(row) : text(row)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </ScrollRegion>
      )}
      {rows.length > SHOWN ? (
        <p className="border-t border-border px-4 py-2 text-sm text-text-muted print:hidden">
          The first {SHOWN} of {rows.length.toLocaleString('en')}; the file and the printed page have all.
        </p>
      ) : null}
    </Card>
  )
}
