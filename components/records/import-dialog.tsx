import { Download } from 'lucide-react'
import { CallingEncodingField } from '@/components/common/calling-encoding-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { DoneButton } from '@/components/ui/done-button'
import { FailureAlert } from '@/components/ui/failure-alert'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Progress } from '@/components/ui/progress'
import { Select } from '@/components/ui/select'
import { type Import, unusedColumns, useImport } from '@/hooks/use-import'
import { downloadCsv } from '@/lib/browser/download'
import { columnNames } from '@/lib/csv'
import type { DecimalMark } from '@/lib/number-style'
import type { RecordValues } from '@/lib/records/field'
import { type ColumnMap, csvFields, type CsvFile, csvName, optionalKeys } from '@/lib/records/record-csv'
import { columnLabel, type Resource } from '@/lib/records/resource'
import { countOf } from '@/lib/words'
import { ImportReport } from './import-report'

interface ImportDialogProps {
  resource: Resource
  /** Without records if it could not even be opened. */
  onClose: (added?: readonly RecordValues[]) => void
}

const NUMBER_STYLES = [
  { value: '.', label: '1,234.56' },
  { value: ',', label: '1.234,56' },
]

/** Imports a CSV file: choose it, match its columns, review the check, apply it. */
export function ImportDialog({ resource, onClose }: ImportDialogProps) {
  const run = useImport(resource)
  const { file, columns, report, applied, stored, progress } = run
  const { noun, plural, importKey = [], importKeyEach } = resource
  const close = () => onClose(run.added)
  const working = progress !== null
  const refused = report?.filter(({ outcome }) => outcome === 'error').length ?? 0
  const good = (file?.rows.length ?? 0) - refused
  const left = good - stored.size
  const keys = new Intl.ListFormat('en-US', { type: importKeyEach ? 'disjunction' : 'conjunction' })

  return (
    <Dialog
      open
      onOpenChange={close}
      size="lg"
      dismissable={!working}
      title={`Import ${plural}`}
      description={
        file || applied
          ? undefined
          : `A CSV file whose first line names the columns. Rows are matched to each ${noun} by ${keys.format(importKey.map((key) => columnLabel(resource, key)))}.`
      }
      footer={
        applied ? (
          <DoneButton onClick={close} />
        ) : (
          <>
            <Button onClick={close} disabled={working}>
              Cancel
            </Button>
            {file && report ? (
              <>
                <Button onClick={run.back} disabled={working}>
                  Back to columns
                </Button>
                <Button variant="primary" loading={working} disabled={good === 0} onClick={run.apply}>
                  {(refused > 0 || stored.size > 0) && left > 0
                    ? `Import the other ${left === 1 ? 'row' : countOf(left, 'row')}`
                    : 'Import'}
                </Button>
              </>
            ) : file ? (
              <Button
                variant="primary"
                loading={working}
                disabled={missingKeys(resource, columns).length > 0}
                onClick={() => run.check(file)}
              >
                Check {countOf(file.rows.length, 'row')}
              </Button>
            ) : null}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <FailureAlert text={run.failure} />
        {progress ? (
          <Progress
            label={`${progress.step} ${countOf(progress.of, 'row')}`}
            done={progress.done}
            of={progress.of}
          />
        ) : null}
        {progress?.waiting ? (
          <Alert tone="warning" role="status">
            The server did not respond. The rows are being sent again; none will be imported twice.
          </Alert>
        ) : null}
        {file && report ? (
          <ImportReport resource={resource} file={file} report={report} run={run} />
        ) : (
          <FormRow
            label="CSV file"
            hint={file ? `${file.name}: ${countOf(file.rows.length, 'row')}.` : undefined}
          >
            <Input
              type="file"
              accept=".csv,text/csv"
              disabled={working}
              onChange={(event) => {
                const [chosen] = event.target.files ?? []
                if (chosen) void run.choose(chosen)
              }}
            />
          </FormRow>
        )}
        {file || applied ? null : (
          <Button
            size="sm"
            className="self-start"
            icon={Download}
            onClick={() => {
              const headings = csvFields(resource).map(({ heading }) => heading)
              void downloadCsv(csvName(resource, '-template'), headings, [])
            }}
          >
            Download a template
          </Button>
        )}
        {file && !report ? <Columns resource={resource} file={file} run={run} /> : null}
      </div>
    </Dialog>
  )
}

/** How the file is read: its encoding, the column of each field, and the style of its numbers. */
function Columns({ resource, file, run }: { resource: Resource; file: CsvFile; run: Import }) {
  const { importKey, importKeyEach } = resource
  const { columns, decimal } = run
  const { unknown, informing, empty } = unusedColumns(resource, file, columns)
  const working = run.progress !== null
  const optional = importKeyEach ? importKey : optionalKeys(resource)
  const missing = missingKeys(resource, columns)
  const options = columnNames(file.header).map((label, position) => ({ value: String(position), label }))
  return (
    <>
      {file.doubtful.length > 0 ? (
        <CallingEncodingField
          encoding={file.encoding}
          lines={file.doubtful}
          disabled={working}
          onChange={run.readAs}
        />
      ) : null}
      {unknown.length > 0 ? (
        <Alert tone="warning">
          {unknown.length === 1 ? 'This column is not imported' : 'These columns are not imported'} unless you
          match a field to it: {unknown.join(', ')}.
        </Alert>
      ) : null}
      <p className="text-sm text-text-muted empty:hidden">
        {informing.length > 0 ? `For information only, not imported: ${informing.join(', ')}. ` : null}
        {empty.length > 0 ? `Empty, not imported unless you match a field to it: ${empty.join(', ')}.` : null}
      </p>
      <fieldset disabled={working} className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 text-sm text-text-muted">
          Match each field to a column. Fields without a column do not change.
        </legend>
        {csvFields(resource).map(({ name, heading }) => (
          <FormRow
            key={name}
            label={heading}
            required={importKey?.includes(name) && !optional?.includes(name)}
          >
            <Select
              placeholder="Not in the file"
              value={String(columns[name] ?? '')}
              options={options}
              onChange={({ target: { value } }) =>
                run.setColumn(name, value === '' ? undefined : Number(value))
              }
            />
          </FormRow>
        ))}
      </fieldset>
      {decimal ? (
        <FormRow label="Number format">
          <Select
            disabled={working}
            value={decimal}
            options={NUMBER_STYLES}
            onChange={({ target: { value } }) => run.writeNumbers(value as DecimalMark)}
          />
        </FormRow>
      ) : null}
      {missing.length > 0 ? (
        <Alert tone="warning" quiet>
          Choose the column for {missing.join(importKeyEach ? ' or ' : ' and ')}.
        </Alert>
      ) : null}
    </>
  )
}

/** Labels of required fields without a column: keys, and what decides how others of the file are stored. */
function missingKeys(resource: Resource, columns: ColumnMap): string[] {
  const has = (name: string) => columns[name] !== undefined
  const label = (name: string) => columnLabel(resource, name)
  const names = csvFields(resource).map(({ name }) => name)
  const keys = (resource.importKey ?? []).filter((key) => names.includes(key))
  const optional = optionalKeys(resource)
  const missing = keys.filter((key) => !has(key) && !optional.includes(key))
  if (resource.importKeyEach && missing.length < keys.length) return []
  const undecided = Object.entries(resource.decides ?? {}).flatMap(([name, others = []]) => {
    const given = has(name) ? [] : others.filter(has)
    return given.length > 0 ? [`${label(name)}, or none for ${given.map(label).join(' and ')}`] : []
  })
  return [...missing.map(label), ...undecided]
}
