import { chunk } from 'es-toolkit/array'
import { mapValues, pick } from 'es-toolkit/object'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { FormDialog } from '@/components/common/form-dialog'
import { Alert } from '@/components/ui/alert'
import { Combobox } from '@/components/ui/combobox'
import { Dialog } from '@/components/ui/dialog'
import { DoneButton } from '@/components/ui/done-button'
import { FirstItems } from '@/components/ui/first-items'
import { IconButton } from '@/components/ui/icon-button'
import { keepPlace } from '@/components/ui/keep-place'
import { Progress } from '@/components/ui/progress'
import { useTenantId } from '@/hooks/use-tenant'
import { RUNNING, useUnsavedChanges } from '@/hooks/use-unsaved-changes'
import { useWrite } from '@/hooks/use-write'
import { failureMessage, isUnanswered } from '@/lib/errors'
import { formatFigure } from '@/lib/figures'
import type { RecordRow, RecordValues } from '@/lib/records/field'
import { changeRecords } from '@/lib/records/record-client'
import { issuesOf, type Resource } from '@/lib/records/resource'
import { countOf, sentenceCase } from '@/lib/words'
import type { BulkAction } from './bulk-action'
import { Fields } from './fields'

/** Records per request: less than a second of work, after which progress shows. */
const ROWS_A_REQUEST = 250

/** Why records of a request failed that may have been carried out. They stay selected. */
const UNANSWERED = 'The server did not respond, so this may already be done. Try again.'

/** Why records failed, by id. */
type Problems = ReadonlyMap<string, string>

interface BulkDialogProps<Row extends RecordRow> {
  resource: Resource<Row>
  rows: readonly Row[]
  /** 'edit' sets chosen fields to the same values on all records. */
  action: 'edit' | BulkAction<Row>
  onClose: () => void
  onDone: (problems: Problems) => void
}

/** Confirms and runs an action on every selected record, and lists those that failed. */
export function BulkDialog<Row extends RecordRow>(props: BulkDialogProps<Row>) {
  const { resource, onClose } = props
  const action = props.action === 'edit' ? undefined : props.action
  // Completed records are deselected, but remain in the report.
  const [rows] = useState(props.rows)
  const [names, setNames] = useState<readonly string[]>([])
  const form = useForm<RecordValues>({ defaultValues: resource.blank })
  const tenantId = useTenantId()
  const write = useWrite()
  const [done, setDone] = useState<number | null>(null)
  const [problems, setProblems] = useState<Problems | null>(null)
  useUnsavedChanges(done !== null && problems === null, { question: RUNNING })
  const [chosen, setChosen] = useState(action?.proposed ?? null)
  const count = countOf(rows.length, resource)
  const title = action ? `${action.label}: ${count}` : `Edit ${count}`
  const { choose: Choose, rowsARequest = ROWS_A_REQUEST, named } = action ?? {}

  async function run() {
    form.clearErrors()
    const typed = pick(form.getValues(), [...names])
    const issues = issuesOf(resource, typed)
    for (const { column, message } of issues) form.setError(column, { message })
    if (issues.length > 0) return false
    const values = mapValues(typed, (value, name) => resource.shape[name]?.parse(value))
    setDone(0)
    // The report follows the refresh: whoever acts on the list next does so with the versions just stored.
    const { found, open } = await write(async (supabase) => {
      const run = crypto.randomUUID()
      const [found, open] = [new Map<string, string>(), new Map<string, string>()]
      for (const [index, part] of chunk(rows, rowsARequest).entries()) {
        // A failure does not stop the other requests.
        const why = (error: unknown) => (isUnanswered(error) ? UNANSWERED : failureMessage(error))
        const refuseAll = (error: unknown) => new Map(part.map(({ id }) => [id, why(error)]))
        const answer = action
          ? action.act(supabase, part, chosen, run, open)
          : changeRecords(supabase, resource, tenantId, part, values, run)
        for (const [id, problem] of await answer.catch(refuseAll)) found.set(id, problem)
        setDone(index * rowsARequest + part.length)
      }
      return { found, open }
    })
    setProblems(new Map([...found, ...open]))
    props.onDone(found)
    // It closes once the report has been read.
    return false
  }

  if (problems) {
    return (
      <Dialog open onOpenChange={onClose} title={title} footer={<DoneButton onClick={onClose} />}>
        <Report resource={resource} rows={rows} problems={problems} named={named} />
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={title}
      submitLabel={action?.label ?? `Change ${count}`}
      tone={action?.danger ? 'danger' : 'primary'}
      ready={action ? Choose === undefined || chosen !== null : names.length > 0}
      dirty={names.length > 0 || chosen !== (action?.proposed ?? null)}
      draft={null}
      onSave={run}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <fieldset disabled={done !== null} className="flex min-w-0 flex-col gap-4">
          <legend className="sr-only">What to change</legend>
          {action ? (
            <p className="text-base text-text-muted">{action.question(rows.length)}</p>
          ) : (
            <ChosenFields resource={resource} names={names} onChange={setNames} />
          )}
          {Choose ? <Choose value={chosen} onChange={setChosen} /> : null}
          {done !== null ? (
            <Progress
              label={action?.label ?? `Changing ${count}`}
              // A single request has no progress to show.
              done={rows.length > rowsARequest ? done : undefined}
              of={rows.length}
            />
          ) : null}
        </fieldset>
      </FormProvider>
    </FormDialog>
  )
}

interface ChosenFieldsProps {
  resource: Resource
  names: readonly string[]
  onChange: (names: readonly string[]) => void
}

/** The fields to change, each with its new value; others stay as they are. */
function ChosenFields({ resource, names, onChange }: ChosenFieldsProps) {
  const editable = resource.fields.filter(({ bulk, kind }) => bulk && kind !== 'secret')
  const chosen = names.flatMap((name) => editable.find((field) => field.name === name) ?? [])
  const hasAdded = useRef(false)
  function focusAdded() {
    const field = '[data-chosen] > :last-child :is(input, select, textarea, button)'
    if (hasAdded.current) document.querySelector<HTMLElement>(field)?.focus()
    hasAdded.current = false
  }
  return (
    <>
      {chosen.length > 0 ? (
        <ul ref={keepPlace} data-chosen className="flex flex-col gap-3">
          {chosen.map(({ name, label, kind }) => (
            <li key={name} className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                <Fields of={resource} names={[name]} />
              </div>
              <IconButton
                size="sm"
                variant="ghost"
                className={kind === 'switch' ? undefined : 'mt-6'}
                label={`Leave ${label} as it is`}
                icon={X}
                onClick={() => onChange(names.filter((other) => other !== name))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <Combobox
        aria-label="Add a field to change"
        value={null}
        text={chosen.length > 0 ? 'Change another field' : 'Choose a field to change'}
        muted
        searchLabel="Field"
        options={editable
          .filter(({ name }) => !names.includes(name))
          .map(({ name, label, group }) => ({ value: name, label, group }))}
        onSelect={(name) => {
          hasAdded.current = true
          onChange([...names, name])
        }}
        onClosed={focusAdded}
      />
    </>
  )
}

/** Maximum number of failed records listed. */
const NAMED = 200

interface ReportProps<Row extends RecordRow> extends Pick<BulkDialogProps<Row>, 'resource' | 'rows'> {
  problems: Problems
  named?: string
}

function Report<Row extends RecordRow>({ resource, rows, problems, named = 'failed' }: ReportProps<Row>) {
  const failed = rows.filter(({ id }) => problems.has(id))
  const [done, refused] = [rows.length - failed.length, failed.length].map((count) => formatFigure(count))
  return (
    <div className="flex flex-col gap-3">
      <Alert tone={failed.length > 0 ? 'warning' : 'success'}>{`${done} done, ${refused} ${named}.`}</Alert>
      {failed.length > 0 ? (
        <ul aria-label={sentenceCase(named)} className="divide-y divide-border">
          <FirstItems items={failed} most={NAMED} className="py-1.5 text-sm">
            {(row) => (
              <li key={row.id} className="flex flex-wrap justify-between gap-x-4 py-1.5 text-sm">
                <span className="font-medium">{resource.label(row)}</span>
                <span className="text-danger-text">{problems.get(row.id)}</span>
              </li>
            )}
          </FirstItems>
        </ul>
      ) : null}
    </div>
  )
}
