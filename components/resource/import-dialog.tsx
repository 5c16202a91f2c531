import { useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { useRefreshRecords } from '@/hooks/use-record'
import { failureMessage, RequestFailure } from '@/lib/errors'
import type { Names } from '@/lib/resources/field-text'
import { type ImportedRow, type ImportOutcome, importRecords } from '@/lib/resources/record-client'
import {
  type ColumnMap,
  type CsvFile,
  csvFields,
  guessColumns,
  type ParsedRow,
  parseRows,
  readCsvFile,
} from '@/lib/resources/record-csv'
import { columnLabel, type Resource } from '@/lib/resources/resource'
import { getSupabase } from '@/lib/supabase/browser-client'

export interface ImportDialogProps {
  resource: Resource
  tenantId: string | null
  names: Names
  onClose: () => void
}

/** A CSV file becomes records: choose it, match its columns, see what would happen, apply all or nothing. */
export function ImportDialog({ resource, tenantId, names, onClose }: ImportDialogProps) {
  const refresh = useRefreshRecords()
  const [file, setFile] = useState<CsvFile | null>(null)
  const [columns, setColumns] = useState<ColumnMap>({})
  const [report, setReport] = useState<readonly ImportedRow[] | null>(null)
  const [applied, setApplied] = useState(false)
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const keys = resource.importKey ?? []
  const missing = keys.filter(
    (key) => columns[key] === undefined && csvFields(resource).some(({ name }) => name === key),
  )
  const refused = report?.some(({ outcome }) => outcome === 'error') ?? false

  async function attempt(work: () => Promise<void>) {
    setWorking(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      // What reading the file complains of is written for people.
      setFailure(
        error instanceof Error && !(error instanceof RequestFailure) ? error.message : failureMessage(error),
      )
    } finally {
      setWorking(false)
    }
  }

  const choose = (chosen: File) =>
    attempt(async () => {
      const read = await readCsvFile(chosen)
      setFile(read)
      setColumns(guessColumns(resource, read.header))
      setReport(null)
    })

  const send = (dryRun: boolean) =>
    attempt(async () => {
      if (!file) return
      const parsed = parseRows(resource, file, columns, names)
      const readable = parsed.filter(({ problem }) => !problem)
      // Nothing is applied while a row cannot be read.
      const all = dryRun || readable.length < parsed.length
      const answer = await importRecords(
        await getSupabase(),
        resource,
        tenantId,
        readable.map(({ values }) => values),
        all,
      )
      const results = inFileOrder(parsed, readable, answer)
      setReport(results)
      if (all || results.some(({ outcome }) => outcome === 'error')) return
      setApplied(true)
      await refresh()
    })

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      dismissable={!working}
      title={`Import ${resource.plural}`}
      description={
        file || applied
          ? undefined
          : `A CSV file whose first line names the columns. ${keys.map((key) => columnLabel(resource, key)).join(' and ')} tells which ${resource.noun} a row is.`
      }
      footer={
        applied ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={working}>
              Cancel
            </Button>
            {file && report ? <Button onClick={() => setReport(null)}>Back to columns</Button> : null}
            {file && !report ? (
              <Button
                variant="primary"
                loading={working}
                disabled={missing.length > 0}
                onClick={() => send(true)}
              >
                Check {file.rows.length.toLocaleString('en')} {file.rows.length === 1 ? 'row' : 'rows'}
              </Button>
            ) : null}
            {report ? (
              <Button variant="primary" loading={working} disabled={refused} onClick={() => send(false)}>
                Import
              </Button>
            ) : null}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {failure ? <Alert tone="danger">{failure}</Alert> : null}
        {report || applied ? (
          <Report report={report ?? []} applied={applied} resource={resource} />
        ) : (
          <>
            <FormRow label="CSV file" hint={file ? `${file.name}: ${file.rows.length} rows.` : undefined}>
              <Input
                type="file"
                accept=".csv,text/csv"
                className="py-1"
                onChange={(event) => {
                  const [chosen] = event.target.files ?? []
                  if (chosen) void choose(chosen)
                }}
              />
            </FormRow>
            {file ? (
              <Mapping
                resource={resource}
                file={file}
                columns={columns}
                onChange={(name, position) => setColumns({ ...columns, [name]: position })}
              />
            ) : null}
            {file && missing.length > 0 ? (
              <Alert tone="warning" quiet>
                Choose the column for {missing.map((key) => columnLabel(resource, key)).join(' and ')}.
              </Alert>
            ) : null}
          </>
        )}
      </div>
    </Dialog>
  )
}

function Mapping({
  resource,
  file,
  columns,
  onChange,
}: {
  resource: Resource
  file: CsvFile
  columns: ColumnMap
  onChange: (name: string, position: number | undefined) => void
}) {
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-2 text-sm text-text-muted">
        Which column fills which field. A field without a column stays as it is.
      </legend>
      {csvFields(resource).map(({ name, label }) => (
        <FormRow key={name} label={label} required={resource.importKey?.includes(name)}>
          <Select
            placeholder="Not in the file"
            value={columns[name] === undefined ? '' : String(columns[name])}
            options={file.header.map((heading, position) => ({
              value: String(position),
              label: heading || `Column ${position + 1}`,
            }))}
            onChange={(event) =>
              onChange(name, event.target.value === '' ? undefined : Number(event.target.value))
            }
          />
        </FormRow>
      ))}
    </fieldset>
  )
}

const OUTCOMES: Record<ImportOutcome, { tone: Tone; word: string; done: string }> = {
  error: { tone: 'danger', word: 'refused', done: 'refused' },
  insert: { tone: 'success', word: 'to be added', done: 'added' },
  update: { tone: 'info', word: 'to be changed', done: 'changed' },
  unchanged: { tone: 'neutral', word: 'unchanged', done: 'unchanged' },
}

/** As many refused rows as are named; the rest are counted. */
const NAMED = 50

function Report({
  report,
  applied,
  resource,
}: {
  report: readonly ImportedRow[]
  applied: boolean
  resource: Resource
}) {
  const errors = report.filter(({ outcome }) => outcome === 'error')
  return (
    <>
      <Alert tone={errors.length > 0 ? 'danger' : applied ? 'success' : 'info'}>
        {errors.length > 0
          ? 'Nothing has been imported. Correct these rows in the file and choose it again.'
          : applied
            ? `The ${resource.plural} have been imported.`
            : 'Nothing has been imported yet. This is what would happen.'}
      </Alert>
      <ul className="flex flex-wrap gap-2">
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
        <ul className="divide-y divide-border text-sm">
          {errors.slice(0, NAMED).map(({ row_number, message }) => (
            <li key={row_number} className="flex gap-3 py-1.5">
              <span className="numeric shrink-0 text-text-muted">Row {row_number}</span>
              <span className="min-w-0 break-words">{message}</span>
            </li>
          ))}
          {errors.length > NAMED ? (
            <li className="py-1.5 text-text-muted">{errors.length - NAMED} more rows are refused.</li>
          ) : null}
        </ul>
      ) : null}
    </>
  )
}

/** The database numbers the rows it was sent; here they get the numbers they have in the file. */
function inFileOrder(
  parsed: readonly ParsedRow[],
  sent: readonly ParsedRow[],
  answer: readonly ImportedRow[],
): ImportedRow[] {
  const answered = answer.map((result) => ({
    ...result,
    row_number: sent[result.row_number - 1]?.row ?? result.row_number,
  }))
  const unreadable = parsed.flatMap(({ row, problem }): ImportedRow[] =>
    problem ? [{ row_number: row, outcome: 'error', message: problem }] : [],
  )
  return [...answered, ...unreadable].sort((one, other) => one.row_number - other.row_number)
}
