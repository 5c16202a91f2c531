import { Download } from 'lucide-react'
import { CallingEncodingField } from '@/components/common/calling-encoding-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { DoneButton } from '@/components/ui/done-button'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Progress } from '@/components/ui/progress'
import { Select } from '@/components/ui/select'
import { useImport } from '@/hooks/use-import'
import { downloadText } from '@/lib/download'
import type { RecordValues } from '@/lib/records/field'
import type { DecimalMark } from '@/lib/records/number-style'
import { type ColumnMap, type CsvFile, csvFields, csvHeading, templateCsv } from '@/lib/records/record-csv'
import { columnLabel, type Resource } from '@/lib/records/resource'
import { countOf } from '@/lib/records/text'
import { ImportReport } from './import-report'

export interface ImportDialogProps {
  resource: Resource
  tenantId: string | null
  onClose: (added: readonly RecordValues[]) => void
}

const NUMBER_STYLES = [
  { value: '.', label: '1,234.56' },
  { value: ',', label: '1.234,56' },
]

const rowsInWords = (count: number) => countOf(count, { noun: 'row', plural: 'rows' })

/** Imports a CSV file: choose it, match its columns, review the check, apply it. */
export function ImportDialog({ resource, tenantId, onClose }: ImportDialogProps) {
  const { file, columns, decimal, report, applied, stored, added, progress, failure, ...run } = useImport(
    resource,
    tenantId,
  )
  const close = () => onClose(added)
  const { noun, plural, importKey = [], importKeyEach } = resource
  const missing = missingKeys(resource, columns)
  const working = progress !== null
  const refused = report?.filter(({ outcome }) => outcome === 'error').length ?? 0
  const good = (file?.rows.length ?? 0) - refused
  const left = good - stored.size
  const keys = new Intl.ListFormat('en', { type: importKeyEach ? 'disjunction' : 'conjunction' })

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
                    ? `Import the other ${rowsInWords(left)}`
                    : 'Import'}
                </Button>
              </>
            ) : file ? (
              <Button
                variant="primary"
                loading={working}
                disabled={missing.length > 0}
                onClick={() => run.check(file)}
              >
                Check {rowsInWords(file.rows.length)}
              </Button>
            ) : null}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {failure ? <Alert tone="danger">{failure}</Alert> : null}
        {progress ? (
          <Progress
            label={`${progress.step} ${rowsInWords(progress.of)}`}
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
          <ImportReport
            resource={resource}
            file={file}
            columns={columns}
            report={report}
            applied={applied}
            stored={stored}
          />
        ) : (
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
        )}
        {file || applied ? null : (
          <Button
            size="sm"
            className="self-start"
            icon={Download}
            onClick={async () => {
              const name = `${plural.replaceAll(' ', '-')}-template.csv`
              downloadText(await templateCsv(resource), name, 'text/csv')
            }}
          >
            Download a template
          </Button>
        )}
        {file && !report ? (
          <>
            {file.doubtful.length > 0 ? (
              <CallingEncodingField
                encoding={file.encoding}
                lines={file.doubtful}
                disabled={working}
                onChange={run.readAs}
              />
            ) : null}
            <Mapping
              resource={resource}
              file={file}
              columns={columns}
              disabled={working}
              onChange={run.setColumn}
            />
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
        ) : null}
      </div>
    </Dialog>
  )
}

/** Labels of required key fields without a column. */
function missingKeys(resource: Resource, columns: ColumnMap): string[] {
  const names = csvFields(resource).map(({ name }) => name)
  const keys = (resource.importKey ?? []).filter((key) => names.includes(key))
  const missing = keys.filter((key) => columns[key] === undefined)
  if (resource.importKeyEach && missing.length < keys.length) return []
  return missing.map((key) => columnLabel(resource, key))
}

function Mapping({
  resource,
  file: { header },
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
  const used = Object.values(columns)
  const options = header.map((heading, position) => ({
    value: String(position),
    label: heading || `Column ${position + 1}`,
  }))
  const unused = options.filter((_option, position) => !used.includes(position)).map(({ label }) => label)
  return (
    <fieldset disabled={disabled} className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-2 text-sm text-text-muted">
        Match each field to a column. Fields without a column do not change.
      </legend>
      {csvFields(resource).map((field) => (
        <FormRow
          key={field.name}
          label={csvHeading(resource, field)}
          required={!resource.importKeyEach && resource.importKey?.includes(field.name)}
        >
          <Select
            placeholder="Not in the file"
            value={String(columns[field.name] ?? '')}
            options={options}
            onChange={({ target: { value } }) =>
              onChange(field.name, value === '' ? undefined : Number(value))
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
