import { useState } from 'react'
import useSWR from 'swr'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { FormRow } from '@/components/ui/form-row'
import { Skeleton } from '@/components/ui/skeleton'
import { useUses } from '@/hooks/use-record'
import { useTenantId } from '@/hooks/use-tenant'
import { useRefreshRecords } from '@/hooks/use-write'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import type { RecordRow } from '@/lib/records/field'
import { deleteRecord, repointAndDelete, type Use } from '@/lib/records/record-client'
import type { Resource } from '@/lib/records/resource'
import { getSupabase } from '@/lib/supabase/browser-client'
import { DestinationPicker } from './destination-picker'
import { ReferenceSelect } from './reference-select'
import { Uses } from './uses-list'

export interface DeleteDialogProps {
  resource: Resource
  row: RecordRow
  /** Why a record cannot be deleted whatever is done with its references, or null. Throws RequestFailure. */
  whyKept?: (id: string) => Promise<string | null>
  /** Removes what a deleted record leaves outside its table, such as a stored file. */
  afterDelete?: (row: RecordRow) => Promise<void>
  onClose: () => void
  onDeleted: () => void
}

/** Deletes a record. One that is in use goes only once everything that points at it points elsewhere. */
export function DeleteDialog({ resource, row, whyKept, afterDelete, onClose, onDeleted }: DeleteDialogProps) {
  const { data: uses, error, loading, retry } = useUses(resource.table, row.id)
  const { data: kept, error: keptError } = useSWR(
    whyKept ? (['record-kept', resource.table, row.id] as const) : null,
    async () => (await whyKept?.(row.id)) ?? null,
  )
  const tenantId = useTenantId()
  const refresh = useRefreshRecords()
  const [destination, setDestination] = useState<string | null>(null)
  const [record, setRecord] = useState<string | null>(null)
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const inUse = (uses?.length ?? 0) > 0
  const routes = uses?.filter(isRoute) ?? []
  const references = uses?.filter((use) => !isRoute(use)) ?? []
  const known = Boolean(uses) && (!whyKept || kept !== undefined || Boolean(keptError))
  const ready = known && !kept && (routes.length === 0 || destination) && (references.length === 0 || record)

  async function confirm() {
    if (!ready || working) return
    setWorking(true)
    setFailure(null)
    try {
      const supabase = await getSupabase()
      if (inUse) await repointAndDelete(supabase, resource.table, tenantId, row, { destination, record })
      else await deleteRecord(supabase, resource.table, tenantId, row)
      await afterDelete?.(row)
      void notify('success', `Deleted the ${resource.noun} ${resource.label(row)}`.trim())
      onDeleted()
      await refresh()
    } catch (thrown) {
      setFailure(failureMessage(thrown))
      void retry()
    } finally {
      setWorking(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      role="alertdialog"
      size="md"
      fullScreenOnPhone={false}
      dismissable={!working}
      zIndex={60}
      title={`Delete the ${resource.noun} ${resource.label(row)}?`}
      footer={
        <>
          <Button onClick={onClose} disabled={working}>
            Cancel
          </Button>
          <Button variant="danger" onClick={confirm} loading={working} disabled={!ready}>
            {inUse ? 'Re-point and delete' : 'Delete'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {!uses && error ? (
          <ErrorState message={failureMessage(error)} retrying={loading} onRetry={retry} />
        ) : null}
        {!known && !kept && !error ? <Skeleton className="h-12 w-full" /> : null}
        {kept ? (
          <Alert tone="warning" quiet>
            {kept}
          </Alert>
        ) : null}
        {known && !kept && uses && !inUse ? (
          <p className="text-base text-text-muted">
            Nothing uses it. It can be brought back from the trail only.
          </p>
        ) : null}
        {known && !kept && uses && inUse ? (
          <Alert
            tone="warning"
            quiet
            title={`It is in use in ${uses.length} ${uses.length === 1 ? 'place' : 'places'}`}
          >
            <Uses uses={uses} />
          </Alert>
        ) : null}
        {!kept && routes.length > 0 ? (
          <FormRow
            label="Send these calls to"
            hint="Every route above is changed together with the deletion."
            required
          >
            <DestinationPicker
              value={destination}
              onChange={setDestination}
              noneLabel="Choose a destination"
              clearable={false}
            />
          </FormRow>
        ) : null}
        {!kept && references.length > 0 ? (
          <FormRow label={`Use this ${resource.noun} instead`} required>
            <ReferenceSelect
              to={{ table: resource.table, columns: labelColumns(resource), noun: resource.noun }}
              value={record}
              onChange={setRecord}
              without={[row.id]}
              required
            />
          </FormRow>
        ) : null}
        {failure ? <Alert tone="danger">{failure}</Alert> : null}
      </div>
    </Dialog>
  )
}

function isRoute({ column_name }: Use): boolean {
  return column_name.endsWith('destination_id')
}

/** The columns a person would know a record by: those of the list's head. */
function labelColumns({ columns, fields }: Resource): string[] {
  const names = new Set(fields.map(({ name }) => name))
  const own = columns.map(({ id }) => id).filter((id) => names.has(id))
  return own.slice(0, 2)
}
