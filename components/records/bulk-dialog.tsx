import { X } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Combobox } from '@/components/ui/combobox'
import { Dialog } from '@/components/ui/dialog'
import { DoneButton } from '@/components/ui/done-button'
import { IconButton } from '@/components/ui/icon-button'
import { Progress } from '@/components/ui/progress'
import { useTenantId } from '@/hooks/use-tenant'
import { useWrite } from '@/hooks/use-write'
import type { Field, RecordRow, RecordValues } from '@/lib/records/field'
import type { Resource } from '@/lib/records/resource'
import { CHANGES_PER_REQUEST, changeRecords, type RowReport, runBulk } from '@/lib/records/run-bulk'
import { countOf } from '@/lib/records/text'
import { issuesOf } from '@/lib/records/validate'
import type { Supabase } from '@/lib/supabase/browser-client'
import type { BulkAction } from './bulk-action'
import { ResourceField } from './fields'
import type { FormField } from './plain-field'

const DiscardDialog = dynamic(() =>
  import('@/components/ui/discard-dialog').then((module) => module.DiscardDialog),
)

export interface BulkDialogProps<Row extends RecordRow> {
  resource: Resource<Row>
  rows: readonly Row[]
  /** Without one, the chosen fields are set to the same values on all records. */
  action?: BulkAction<Row>
  onClose: () => void
  onDone: (failed: ReadonlySet<string>) => void
}

/** Confirms and runs an action on every selected record, and lists those that failed. */
export function BulkDialog<Row extends RecordRow>({
  resource,
  rows: selected,
  action,
  onClose,
  onDone,
}: BulkDialogProps<Row>) {
  // Completed records are deselected, but remain in the report.
  const [rows] = useState(selected)
  const [names, setNames] = useState<readonly string[]>([])
  const form = useForm<RecordValues>({ defaultValues: resource.blank })
  const tenantId = useTenantId()
  const write = useWrite()
  const [done, setDone] = useState(0)
  const [reports, setReports] = useState<readonly RowReport<Row>[] | null>(null)
  const [working, setWorking] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const Choose = action?.choose
  const count = countOf(rows.length, resource)
  const rowsARequest = action?.run ? 1 : (action?.rowsARequest ?? CHANGES_PER_REQUEST)
  // A single request has no progress to show.
  const known = rows.length > rowsARequest

  async function act(supabase: Supabase, part: readonly Row[], run: string) {
    if (!action) return changeRecords(supabase, resource, tenantId, part, form.getValues(), names, run)
    if (action.runMany) return action.runMany(supabase, part, chosen, run)
    await Promise.all(part.map((row) => action.run(supabase, row, chosen)))
    return new Map<string, string>()
  }

  async function run() {
    form.clearErrors()
    const issues = issuesOf(resource, form.getValues(), names)
    for (const { column, message } of issues) form.setError(column, { message })
    if (issues[0]) return form.setFocus(issues[0].column)
    setWorking(true)
    await write(async (supabase) => {
      const made = await runBulk(rows, rowsARequest, (part, run) => act(supabase, part, run), setDone)
      setReports(made)
      setWorking(false)
      onDone(new Set(made.filter(({ problem }) => problem).map(({ row }) => row.id)))
    })
  }

  return (
    <>
      <Dialog
        open
        onOpenChange={() => (names.length > 0 && !reports ? setAsking(true) : onClose())}
        size="md"
        dismissable={!working}
        title={action ? `${action.label}: ${count}` : `Edit ${count}`}
        footer={
          reports ? (
            <DoneButton onClick={onClose} />
          ) : (
            <>
              <Button onClick={onClose} disabled={working}>
                Cancel
              </Button>
              <Button
                variant={action?.danger ? 'danger' : 'primary'}
                loading={working}
                disabled={action ? Choose !== undefined && chosen === null : names.length === 0}
                onClick={run}
              >
                {action?.label ?? `Change ${count}`}
              </Button>
            </>
          )
        }
      >
        {reports ? (
          <Report resource={resource} reports={reports} />
        ) : (
          <FormProvider {...form}>
            <fieldset disabled={working} className="flex min-w-0 flex-col gap-4">
              <legend className="sr-only">What to change</legend>
              {action ? (
                <p className="text-base text-text-muted">{action.question(rows.length)}</p>
              ) : (
                <ChosenFields resource={resource} names={names} onChange={setNames} />
              )}
              {Choose ? <Choose value={chosen} onChange={setChosen} /> : null}
              {working ? (
                <Progress
                  label={action?.label ?? `Changing ${count}`}
                  done={known ? done : undefined}
                  of={rows.length}
                />
              ) : null}
            </fieldset>
          </FormProvider>
        )}
      </Dialog>
      {asking ? (
        <DiscardDialog onOpenChange={setAsking} onDiscard={onClose}>
          They have not been saved.
        </DiscardDialog>
      ) : null}
    </>
  )
}

/** The fields to change, each with its new value; others stay as they are. */
function ChosenFields({
  resource,
  names,
  onChange,
}: {
  resource: Resource
  names: readonly string[]
  onChange: (names: readonly string[]) => void
}) {
  const editable = resource.fields.filter(
    (field): field is FormField & Field => field.bulk === true && field.kind !== 'secret',
  )
  const chosen = names.flatMap((name) => editable.find((field) => field.name === name) ?? [])
  return (
    <>
      {chosen.length > 0 ? (
        <ul className="flex flex-col gap-3">
          {chosen.map((field) => (
            <li key={field.name} className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                <ResourceField field={field} />
              </div>
              <IconButton
                size="sm"
                variant="ghost"
                className={field.kind === 'switch' ? undefined : 'mt-6'}
                label={`Leave ${field.label} as it is`}
                icon={X}
                onClick={() => onChange(names.filter((name) => name !== field.name))}
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
        onSelect={(name) => onChange([...names, name])}
      />
    </>
  )
}

/** Maximum number of failed records listed. */
const NAMED = 200

function Report<Row extends RecordRow>({
  resource,
  reports,
}: {
  resource: Resource<Row>
  reports: readonly RowReport<Row>[]
}) {
  const failed = reports.filter(({ problem }) => problem)
  return (
    <div className="flex flex-col gap-3">
      <Alert tone={failed.length > 0 ? 'warning' : 'success'}>
        {`${(reports.length - failed.length).toLocaleString('en')} done, ${failed.length.toLocaleString('en')} failed.`}
      </Alert>
      {failed.length > 0 ? (
        <ul aria-label="Failed" className="divide-y divide-border">
          {failed.slice(0, NAMED).map(({ row, problem }) => (
            <li key={row.id} className="flex flex-wrap justify-between gap-x-4 py-1.5 text-sm">
              <span className="font-medium">{resource.label(row)}</span>
              <span className="text-danger-text">{problem}</span>
            </li>
          ))}
          {failed.length > NAMED ? (
            <li className="py-1.5 text-sm text-text-muted">
              and {(failed.length - NAMED).toLocaleString('en')} more
            </li>
          ) : null}
        </ul>
      ) : null}
    </div>
  )
}
