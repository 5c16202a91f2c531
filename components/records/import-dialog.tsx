import { EncodingField } from '@/components/common/encoding-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Progress } from '@/components/ui/progress'
import { Select } from '@/components/ui/select'
import { type ImportProgress, useImport } from '@/hooks/use-import'
import { type ColumnMap, type CsvFile, csvFields, csvHeading } from '@/lib/records/record-csv'
import { columnLabel, type Resource } from '@/lib/records/resource'
import { ImportReport } from './import-report'

export interface ImportDialogProps {
  resource: Resource
  tenantId: string | null
  onClose: () => void
}

/** A CSV file becomes records: choose it, match its columns, see what would happen, apply all or nothing. */
export function ImportDialog({ resource, tenantId, onClose }: ImportDialogProps) {
  const { file, columns, report, applied, progress, failure, ...run } = useImport(resource, tenantId)
  const missing = missingKeys(resource, columns)
  const refused = report?.some(({ outcome }) => outcome === 'error') ?? false
  const working = progress !== null

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
          : `A CSV file whose first line names the columns. ${keysInWords(resource)} tells which ${resource.noun} a row is.`
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
            {file && report ? (
              <Button onClick={run.back} disabled={working}>
                Back to columns
              </Button>
            ) : null}
            {file && !report ? (
              <Button variant="primary" loading={working} disabled={missing.length > 0} onClick={run.check}>
                Check {rowsInWords(file.rows.length)}
              </Button>
            ) : null}
            {report ? (
              <Button variant="primary" loading={working} disabled={refused} onClick={run.apply}>
                Import
              </Button>
            ) : null}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {failure ? <Alert tone="danger">{failure}</Alert> : null}
        {progress ? <Working progress={progress} /> : null}
        {file && report ? (
          <ImportReport resource={resource} file={file} columns={columns} report={report} applied={applied} />
        ) : (
          <>
            <FormRow
              label="CSV file"
              hint={file ? `${file.name}: ${rowsInWords(file.rows.length)}.` : undefined}
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
            {file && file.doubtful.length > 0 ? (
              <EncodingField
                encoding={file.encoding}
                lines={file.doubtful}
                disabled={working}
                onChange={run.readAs}
              />
            ) : null}
            {file ? (
              <Mapping
                resource={resource}
                file={file}
                columns={columns}
                disabled={working}
                onChange={run.setColumn}
              />
            ) : null}
            {file && missing.length > 0 ? (
              <Alert tone="warning" quiet>
                Choose the column for {missing.join(resource.importKeyEach ? ' or ' : ' and ')}.
              </Alert>
            ) : null}
          </>
        )}
      </div>
    </Dialog>
  )
}

/** The labels of the key's fields that no column fills, where they are needed. */
function missingKeys(resource: Resource, columns: ColumnMap): string[] {
  const keys = (resource.importKey ?? []).filter((key) =>
    csvFields(resource).some(({ name }) => name === key),
  )
  const missing = keys.filter((key) => columns[key] === undefined)
  if (resource.importKeyEach && missing.length < keys.length) return []
  return missing.map((key) => columnLabel(resource, key))
}

function keysInWords(resource: Resource): string {
  const labels = (resource.importKey ?? []).map((key) => columnLabel(resource, key))
  return new Intl.ListFormat('en', { type: resource.importKeyEach ? 'disjunction' : 'conjunction' }).format(
    labels,
  )
}

const STEPS: Record<ImportProgress['step'], string> = {
  reading: 'Reading',
  checking: 'Checking',
  importing: 'Importing',
}

function Working({ progress: { step, done, of } }: { progress: ImportProgress }) {
  return <Progress label={`${STEPS[step]} ${rowsInWords(of)}`} done={done} of={of} />
}

function rowsInWords(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`
}

function Mapping({
  resource,
  file,
  columns,
  disabled,
  onChange,
}: {
  resource: Resource
  file: CsvFile
  columns: ColumnMap
  disabled: boolean
  onChange: (name: string, position: number | undefined) => void
}) {
  const used = new Set(Object.values(columns))
  const unused = file.header.flatMap((heading, position) =>
    used.has(position) ? [] : [heading || `Column ${position + 1}`],
  )
  return (
    <fieldset disabled={disabled} className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-2 text-sm text-text-muted">
        Which column fills which field. A field without a column stays as it is.
      </legend>
      {csvFields(resource).map((field) => (
        <FormRow
          key={field.name}
          label={csvHeading(resource, field)}
          required={!resource.importKeyEach && resource.importKey?.includes(field.name)}
        >
          <Select
            placeholder="Not in the file"
            value={columns[field.name] === undefined ? '' : String(columns[field.name])}
            options={file.header.map((heading, position) => ({
              value: String(position),
              label: heading || `Column ${position + 1}`,
            }))}
            onChange={(event) =>
              onChange(field.name, event.target.value === '' ? undefined : Number(event.target.value))
            }
          />
        </FormRow>
      ))}
      {unused.length > 0 ? (
        <p className="col-span-full text-sm text-text-muted">Not imported: {unused.join(', ')}.</p>
      ) : null}
    </fieldset>
  )
}
