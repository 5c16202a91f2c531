import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormRow } from '@/components/ui/form-row'
import { Progress } from '@/components/ui/progress'
import { Select } from '@/components/ui/select'
import { useTenantId } from '@/hooks/use-tenant'
import { useWrite } from '@/hooks/use-write'
import type { RecordRow, RecordValues } from '@/lib/records/field'
import { fieldOf, type Resource } from '@/lib/records/resource'
import {
  type BulkWork,
  CHANGES_A_REQUEST,
  changeRecords,
  type RowReport,
  runBulk,
} from '@/lib/records/run-bulk'
import { issuesOf } from '@/lib/records/validate'
import { countOf } from '@/lib/records/words'
import type { Supabase } from '@/lib/supabase/browser-client'
import type { BulkAction } from './bulk-action'
import { ResourceField } from './fields'

export interface BulkDialogProps<Row extends RecordRow> {
  resource: Resource<Row>
  rows: readonly Row[]
  /** Without one, a field is set to the same value for all. */
  action?: BulkAction<Row>
  onClose: () => void
  /** Gets the ids of the records that failed. */
  onDone: (failed: ReadonlySet<string>) => void
}

/** Records that an action is sent at a time. */
const ACTIONS_A_REQUEST = 50

/** Asks, acts on every selected record, and reports on each. */
export function BulkDialog<Row extends RecordRow>({
  resource,
  rows: selected,
  action,
  onClose,
  onDone,
}: BulkDialogProps<Row>) {
  // Records that are done are no longer selected, but still reported.
  const [rows] = useState(selected)
  const editable = resource.fields.filter((field) => field.bulk && field.kind !== 'secret')
  const [name, setName] = useState(editable[0]?.name ?? '')
  const form = useForm<RecordValues>({ defaultValues: resource.blank })
  const tenantId = useTenantId()
  const write = useWrite()
  const [done, setDone] = useState(0)
  const [reports, setReports] = useState<readonly RowReport<Row>[] | null>(null)
  const [working, setWorking] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const Choose = action?.choose
  const field = fieldOf(resource, name)
  const count = countOf(rows.length, resource)
  // One request says nothing before its end.
  const known = action !== undefined || rows.length > CHANGES_A_REQUEST

  function workWith(supabase: Supabase): BulkWork<Row> {
    if (!action) {
      const many = (part: readonly Row[]) =>
        changeRecords(supabase, resource, tenantId, part, form.getValues(), [name])
      return { many, rowsARequest: CHANGES_A_REQUEST }
    }
    const { run: one, runMany } = action
    return runMany
      ? { many: (part) => runMany(supabase, part, chosen), rowsARequest: ACTIONS_A_REQUEST }
      : { one: (row) => one(supabase, row, chosen) }
  }

  async function run() {
    const invalid = action ? undefined : issuesOf(resource, form.getValues(), [name])[0]
    if (invalid) return form.setError(name, { message: invalid.message })
    setWorking(true)
    await write(async (supabase) => {
      const made = await runBulk(rows, workWith(supabase), setDone)
      setReports(made)
      setWorking(false)
      onDone(new Set(made.filter(({ problem }) => problem).map(({ row }) => row.id)))
    })
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      dismissable={!working}
      title={action ? `${action.label}: ${count}` : `Edit ${count}`}
      footer={
        reports ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={working}>
              Cancel
            </Button>
            <Button
              variant={action?.danger ? 'danger' : 'primary'}
              loading={working}
              disabled={Choose !== undefined && chosen === null}
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
              <FormRow label="Field">
                <Select
                  value={name}
                  options={editable.map((one) => ({ value: one.name, label: one.label }))}
                  onChange={(event) => setName(event.target.value)}
                />
              </FormRow>
            )}
            {Choose ? <Choose value={chosen} onChange={setChosen} /> : null}
            {!action && field && field.kind !== 'secret' ? <ResourceField key={name} field={field} /> : null}
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
  )
}

/** How many records are named, failed ones first. */
const NAMED = 200

function Report<Row extends RecordRow>({
  resource,
  reports,
}: {
  resource: Resource<Row>
  reports: readonly RowReport<Row>[]
}) {
  const failed = reports.filter(({ problem }) => problem)
  const failedFirst = [...failed, ...reports.filter(({ problem }) => !problem)]
  return (
    <div className="flex flex-col gap-3">
      <Alert tone={failed.length > 0 ? 'warning' : 'success'}>
        {`${(reports.length - failed.length).toLocaleString('en')} done, ${failed.length.toLocaleString('en')} failed.`}
      </Alert>
      <ul className="divide-y divide-border">
        {failedFirst.slice(0, NAMED).map(({ row, problem }) => (
          <li key={row.id} className="flex flex-wrap justify-between gap-x-4 py-1.5 text-sm">
            <span className="font-medium">{resource.label(row)}</span>
            <span className={problem ? 'text-danger-text' : 'text-success-text'}>{problem ?? 'Done'}</span>
          </li>
        ))}
        {reports.length > NAMED ? (
          <li className="py-1.5 text-sm text-text-muted">
            and {(reports.length - NAMED).toLocaleString('en')} more
          </li>
        ) : null}
      </ul>
    </div>
  )
}
