import { Download } from 'lucide-react'
import { Alert } from '@/components/ui/alert'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { downloadText } from '@/lib/records/download'
import type { ImportedRow, ImportOutcome } from '@/lib/records/record-client'
import { type ColumnMap, type CsvFile, problemsToCsv } from '@/lib/records/record-csv'
import type { Resource } from '@/lib/records/resource'

const OUTCOMES: Record<ImportOutcome, { tone: Tone; word: string; done: string }> = {
  error: { tone: 'danger', word: 'refused', done: 'refused' },
  insert: { tone: 'success', word: 'to be added', done: 'added' },
  update: { tone: 'info', word: 'to be changed', done: 'changed' },
  unchanged: { tone: 'neutral', word: 'unchanged', done: 'unchanged' },
}

/** As many refused rows as are named; the rest are counted. */
const NAMED = 50

export interface ImportReportProps {
  resource: Resource
  file: CsvFile
  columns: ColumnMap
  report: readonly ImportedRow[]
  applied: boolean
}

/** What would become of the rows of a file, or has; those that are refused with their reasons. */
export function ImportReport({ resource, file, columns, report, applied }: ImportReportProps) {
  const errors = report.filter(({ outcome }) => outcome === 'error')
  return (
    <>
      <Alert tone={errors.length > 0 ? 'danger' : applied ? 'success' : 'info'}>
        {summary(report, errors.length, applied, resource)}
      </Alert>
      <ul aria-label="Outcome" className="flex flex-wrap gap-2">
        {(Object.keys(OUTCOMES) as ImportOutcome[]).map((outcome) => {
          const count = report.filter((row) => row.outcome === outcome).length
          const { tone, word, done } = OUTCOMES[outcome]
          return count === 0 ? null : (
            <li key={outcome}>
              <Badge tone={tone}>{`${count.toLocaleString('en')} ${applied ? done : word}`}</Badge>
            </li>
          )
        })}
      </ul>
      {errors.length > 0 ? (
        <Problems resource={resource} file={file} columns={columns} errors={errors} />
      ) : null}
    </>
  )
}

function summary(report: readonly ImportedRow[], errors: number, applied: boolean, { plural }: Resource) {
  if (errors > 0) return 'Nothing has been imported. Correct these rows in the file and choose it again.'
  if (report.every(({ outcome }) => outcome === 'unchanged'))
    return `Every row stands among the ${plural} already, exactly so. Nothing ${applied ? 'was' : 'would be'} changed.`
  return applied
    ? `The ${plural} have been imported.`
    : 'Nothing has been imported yet. This is what would happen.'
}

function Problems({
  resource: { importKey = [], plural },
  file,
  columns,
  errors,
}: Pick<ImportReportProps, 'resource' | 'file' | 'columns'> & { errors: readonly ImportedRow[] }) {
  const cells = new Map(file.places.map((place, index) => [place, file.rows[index]]))
  const keyOf = (place: number) =>
    importKey.map((name) => cells.get(place)?.[columns[name] ?? -1]?.trim()).filter(Boolean)[0] ?? ''

  async function download() {
    const csv = await problemsToCsv(file, errors)
    downloadText(csv, `${plural.replaceAll(' ', '-')}-refused.csv`, 'text/csv')
  }

  return (
    <section aria-label="Refused rows" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-text-muted">Rows count as in a spreadsheet; row 1 names the columns.</p>
        <Button size="sm" icon={<Download aria-hidden size={14} />} onClick={download}>
          Download {errors.length === 1 ? 'this row' : `all ${errors.length.toLocaleString('en')}`}
        </Button>
      </div>
      <ul className="divide-y divide-border text-sm">
        {errors.slice(0, NAMED).map(({ row_number, message }) => (
          <li
            key={row_number}
            className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 py-1.5 sm:grid-cols-[4.5rem_9rem_minmax(0,1fr)]"
          >
            <span className="numeric text-text-muted">Row {row_number}</span>
            <span className="numeric truncate">{keyOf(row_number)}</span>
            <span className="break-words max-sm:col-start-2">{message}</span>
          </li>
        ))}
        {errors.length > NAMED ? (
          <li className="py-1.5 text-text-muted">
            {(errors.length - NAMED).toLocaleString('en')} more rows are refused; the download has all.
          </li>
        ) : null}
      </ul>
    </section>
  )
}
