import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormRow } from '@/components/ui/form-row'
import { Progress } from '@/components/ui/progress'
import { Select } from '@/components/ui/select'
import { useRefreshRecords } from '@/hooks/use-write'
import type { RecordRow, RecordValues } from '@/lib/records/field'
import { saveRecord } from '@/lib/records/record-client'
import { fieldOf, type Resource } from '@/lib/records/resource'
import { type RowReport, runBulk } from '@/lib/records/run-bulk'
import { issuesOf } from '@/lib/records/validate'
import { getSupabase, type Supabase } from '@/lib/supabase/browser-client'
import type { BulkAction } from './bulk-action'
import { ResourceField } from './resource-field'

export interface BulkDialogProps<Row extends RecordRow> {
  resource: Resource<Row>
  rows: readonly Row[]
  tenantId: string | null
  /** Absent: one field is set to one value for all. */
  action?: BulkAction<Row>
  onClose: () => void
  /** With the ids of those that were refused. */
  onDone: (refused: ReadonlySet<string>) => void
}

/** Asks, does it to every selected record, and reports on each. */
export function BulkDialog<Row extends RecordRow>({
  resource,
  rows: selected,
  tenantId,
  action,
  onClose,
  onDone,
}: BulkDialogProps<Row>) {
  // What has been done is no longer selected, and still reported.
  const [rows] = useState(selected)
  const editable = resource.fields.filter((field) => field.bulk && field.kind !== 'secret')
  const [name, setName] = useState(editable[0]?.name ?? '')
  const form = useForm<RecordValues>({ defaultValues: resource.blank })
  const refresh = useRefreshRecords()
  const [done, setDone] = useState(0)
  const [reports, setReports] = useState<readonly RowReport<Row>[] | null>(null)
  const [working, setWorking] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const Choose = action?.choose
  const field = fieldOf(resource, name)
  // Those that went well are selected no longer; the dialog is still about all of them.
  const [total] = useState(rows.length)
  const count = `${total.toLocaleString('en')} ${total === 1 ? resource.noun : resource.plural}`

  async function setField(supabase: Supabase, row: RecordRow) {
    const save = {
      id: row.id,
      tenantId,
      expectedVersion: row.version,
      values: { [name]: form.getValues(name) },
    }
    return saveRecord(supabase, { table: resource.table }, save, [name])
  }

  async function run() {
    const refused = action ? undefined : issuesOf(resource, form.getValues(), [name])[0]
    if (refused) {
      form.setError(name, { message: refused.message })
      return
    }
    setWorking(true)
    const supabase = await getSupabase()
    const many = action?.runMany
    const made = await runBulk(
      rows,
      {
        one: (row) => (action ? action.run(supabase, row, chosen) : setField(supabase, row)),
        many: many && ((part) => many(supabase, part, chosen)),
      },
      setDone,
    )
    setReports(made)
    setWorking(false)
    onDone(new Set(made.filter(({ problem }) => problem).map(({ row }) => row.id)))
    await refresh()
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
            {action ? <p className="text-base text-text-muted">{action.question(rows.length)}</p> : null}
            {Choose ? <Choose value={chosen} onChange={setChosen} /> : null}
            {action ? null : (
              <>
                <FormRow label="Field">
                  <Select
                    value={name}
                    options={editable.map((one) => ({ value: one.name, label: one.label }))}
                    onChange={(event) => setName(event.target.value)}
                  />
                </FormRow>
                {field && field.kind !== 'secret' ? <ResourceField key={name} field={field} /> : null}
              </>
            )}
            {working ? <Progress label={action?.label ?? 'Changing'} done={done} of={rows.length} /> : null}
          </fieldset>
        </FormProvider>
      )}
    </Dialog>
  )
}

/** As many records as are named, those that were refused before the others. */
const NAMED = 200

function Report<Row extends RecordRow>({
  resource,
  reports,
}: {
  resource: Resource<Row>
  reports: readonly RowReport<Row>[]
}) {
  const refused = reports.filter(({ problem }) => problem)
  const inOrder = [...refused, ...reports.filter(({ problem }) => !problem)]
  return (
    <div className="flex flex-col gap-3">
      <Alert tone={refused.length > 0 ? 'warning' : 'success'}>
        {`${(reports.length - refused.length).toLocaleString('en')} done, ${refused.length.toLocaleString('en')} refused.`}
      </Alert>
      <ul className="divide-y divide-border">
        {inOrder.slice(0, NAMED).map(({ row, problem }) => (
          <li key={row.id} className="flex flex-wrap justify-between gap-x-4 py-1.5 text-sm">
            <span className="font-medium">{resource.label(row)}</span>
            <span className={problem ? 'text-danger-text' : 'text-success-text'}>{problem ?? 'Done'}</span>
          </li>
        ))}
        {inOrder.length > NAMED ? (
          <li className="py-1.5 text-sm text-text-muted">
            and {(inOrder.length - NAMED).toLocaleString('en')} more
          </li>
        ) : null}
      </ul>
    </div>
  )
}
