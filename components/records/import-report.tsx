import { Download } from 'lucide-react'
import { Alert } from '@/components/ui/alert'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { downloadText } from '@/lib/download'
import type { ImportedRow, ImportOutcome } from '@/lib/records/record-client'
import { type ColumnMap, type CsvFile, problemsToCsv } from '@/lib/records/record-csv'
import type { Resource } from '@/lib/records/resource'

const OUTCOMES: Record<ImportOutcome, { tone: Tone; before: string; after: string }> = {
  error: { tone: 'danger', before: 'rejected', after: 'rejected' },
  insert: { tone: 'success', before: 'to be added', after: 'added' },
  update: { tone: 'info', before: 'to be changed', after: 'changed' },
  unchanged: { tone: 'neutral', before: 'unchanged', after: 'unchanged' },
}

/** How many rejected rows are listed; the rest are counted. */
const LISTED = 50

export interface ImportReportProps {
  resource: Resource
  file: CsvFile
  columns: ColumnMap
  report: readonly ImportedRow[]
  applied: boolean
  /** Rows that were imported before others were refused. */
  stored: number
}

/** The outcome of a file's rows, before or after the import, and why rows were rejected. */
export function ImportReport(props: ImportReportProps) {
  const { report, applied, stored } = props
  const done = applied || stored > 0
  const errors = report.filter(({ outcome }) => outcome === 'error')
  return (
    <>
      <Alert tone={errors.length > 0 ? 'danger' : applied ? 'success' : 'info'}>
        {summary(props, errors.length)}
      </Alert>
      <ul aria-label="Outcome" className="flex flex-wrap gap-2">
        {Object.entries(OUTCOMES).map(([outcome, { tone, before, after }]) => {
          const count = report.filter((row) => row.outcome === outcome).length
          return count === 0 ? null : (
            <li key={outcome}>
              <Badge tone={tone}>{`${count.toLocaleString('en')} ${done ? after : before}`}</Badge>
            </li>
          )
        })}
      </ul>
      {errors.length > 0 ? <Problems {...props} errors={errors} /> : null}
    </>
  )
}

function summary(
  { report, applied, stored, resource: { plural } }: ImportReportProps,
  errors: number,
): string {
  if (errors > 0 && stored > 0)
    return `The first ${stored.toLocaleString('en')} rows were imported, and nothing after them. Correct these rows in the file and choose it again: rows that are imported already stay as they are.`
  if (errors > 0) return 'Nothing was imported. Correct these rows in the file and choose it again.'
  if (report.every(({ outcome }) => outcome === 'unchanged'))
    return `All rows match the existing ${plural}. Nothing ${applied ? 'was' : 'would be'} changed.`
  return applied ? `The ${plural} were imported.` : 'Nothing is imported yet. This is what will happen.'
}

function Problems({
  resource: { importKey = [], plural },
  file,
  columns,
  errors,
}: ImportReportProps & { errors: readonly ImportedRow[] }) {
  const cells = new Map(file.places.map((place, index) => [place, file.rows[index]]))
  const keyOf = (place: number) =>
    importKey.map((name) => cells.get(place)?.[columns[name] ?? -1]?.trim()).find(Boolean) ?? ''

  async function download() {
    const csv = await problemsToCsv(file, errors)
    downloadText(csv, `${plural.replaceAll(' ', '-')}-rejected.csv`, 'text/csv')
  }

  return (
    <section aria-label="Rejected rows" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-text-muted">Rows count as in a spreadsheet; row 1 names the columns.</p>
        <Button size="sm" icon={<Download aria-hidden size={14} />} onClick={download}>
          Download {errors.length === 1 ? 'this row' : `all ${errors.length.toLocaleString('en')}`}
        </Button>
      </div>
      <ul className="divide-y divide-border text-sm">
        {errors.slice(0, LISTED).map(({ row_number, message }) => (
          <li
            key={row_number}
            className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 py-1.5 sm:grid-cols-[4.5rem_9rem_minmax(0,1fr)]"
          >
            <span className="numeric text-text-muted">Row {row_number}</span>
            <span className="numeric truncate">{keyOf(row_number)}</span>
            <span className="break-words max-sm:col-start-2">{message}</span>
          </li>
        ))}
        {errors.length > LISTED ? (
          <li className="py-1.5 text-text-muted">
            {(errors.length - LISTED).toLocaleString('en')} more rows are rejected; the download has all.
          </li>
        ) : null}
      </ul>
    </section>
  )
}
