import { Download } from 'lucide-react'
import { Alert } from '@/components/ui/alert'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import type { Import } from '@/hooks/use-import'
import { formatFigure } from '@/lib/figures'
import type { ImportedRow, ImportOutcome } from '@/lib/records/import-records'
import { type CsvFile, downloadRejected } from '@/lib/records/record-csv'
import type { Resource } from '@/lib/records/resource'
import { countOf } from '@/lib/words'

const OUTCOMES: Record<ImportOutcome, { tone: Tone; before: string; after: string }> = {
  error: { tone: 'danger', before: 'rejected', after: 'rejected' },
  insert: { tone: 'success', before: 'to be added', after: 'added' },
  update: { tone: 'info', before: 'to be changed', after: 'changed' },
  unchanged: { tone: 'neutral', before: 'unchanged', after: 'unchanged' },
}

/** Maximum number of rejected rows listed; the rest are counted. */
const LISTED = 50

interface ImportReportProps {
  resource: Resource
  file: CsvFile
  report: readonly ImportedRow[]
  run: Import
}

/** The result of a file's rows, before or after the import, and why rows were rejected. */
export function ImportReport(props: ImportReportProps) {
  const { report, run } = props
  const errors = report.filter(({ outcome }) => outcome === 'error')
  const byWords = Map.groupBy(report, ({ outcome, row_number: row }) =>
    run.stored.has(row) ? OUTCOMES[outcome].after : OUTCOMES[outcome].before,
  )
  return (
    <>
      <Alert
        tone={errors.length > 0 ? (run.applied ? 'warning' : 'danger') : run.applied ? 'success' : 'info'}
      >
        {summary(props, errors.length)}
      </Alert>
      <ul aria-label="Outcome" className="flex flex-wrap gap-2">
        {Object.values(OUTCOMES).flatMap(({ tone, before, after }) =>
          [...new Set([after, before])].map((words) => {
            const rows = byWords.get(words)
            return rows ? (
              <li key={words}>
                <Badge tone={tone}>{`${formatFigure(rows.length)} ${words}`}</Badge>
              </li>
            ) : null
          }),
        )}
      </ul>
      {run.notes.map((note) => (
        <p key={note} className="text-sm text-text-muted">
          {note}
        </p>
      ))}
      {errors.length > 0 ? <Problems {...props} errors={errors} /> : null}
    </>
  )
}

function summary(
  { report, run: { applied, stored, failure, progress }, resource: { plural } }: ImportReportProps,
  errors: number,
): string {
  if (errors > 0) {
    if (applied)
      return 'The other rows were imported. Download the rejected rows, correct them there and import that file.'
    if (progress) return 'The other rows are being imported.'
    if (stored.size > 0)
      return `${countOf(stored.size, { noun: 'row was', plural: 'rows were' })} imported before others were refused. Import the rest; rows that are imported already stay as they are.`
    return 'Nothing is imported yet. The other rows can be imported without these. Download the rejected rows, correct them there and choose that file.'
  }
  if (stored.size > 0 && !applied)
    return `${countOf(stored.size, { noun: 'row is', plural: 'rows are' })} imported. Import goes on with the others; none is imported twice.`
  if (report.every(({ outcome }) => outcome === 'unchanged'))
    return `All rows match the existing ${plural}. Nothing ${applied ? 'was' : 'would be'} changed.`
  if (applied) return `The ${plural} were imported.`
  return `${failure ? '' : 'Nothing is imported yet. '}This is what will happen.`
}

function Problems({
  resource,
  file,
  run: { columns },
  errors,
}: ImportReportProps & { errors: readonly ImportedRow[] }) {
  const cells = new Map(file.places.map((place, index) => [place, file.rows[index]]))
  const keyOf = (place: number) =>
    resource.importKey?.map((name) => cells.get(place)?.[columns[name] ?? -1]?.trim()).find(Boolean) ?? ''

  return (
    <section aria-label="Rejected rows" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-text-muted">Rows count as in a spreadsheet; row 1 names the columns.</p>
        <Button size="sm" icon={Download} onClick={() => downloadRejected(resource, file, errors)}>
          Download {errors.length === 1 ? 'this row' : `all ${formatFigure(errors.length)}`}
        </Button>
      </div>
      <ul className="divide-y divide-border text-sm">
        {errors.slice(0, LISTED).map(({ row_number, message }) => (
          <li
            key={row_number}
            className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 py-1.5 sm:grid-cols-[5.5rem_9rem_minmax(0,1fr)]"
          >
            <span className="numeric text-text-muted">Row {row_number}</span>
            <span className="numeric truncate">{keyOf(row_number)}</span>
            <span className="break-words max-sm:col-start-2">{message}</span>
          </li>
        ))}
        {errors.length > LISTED ? (
          <li className="py-1.5 text-text-muted">
            {countOf(errors.length - LISTED, { noun: 'more row is', plural: 'more rows are' })} rejected; the
            download has all.
          </li>
        ) : null}
      </ul>
    </section>
  )
}
