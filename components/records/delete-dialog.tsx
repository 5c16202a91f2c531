import { useState } from 'react'
import { DestinationPicker } from '@/components/common/destination-picker'
import { Loaded } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormRow } from '@/components/ui/form-row'
import { Skeleton } from '@/components/ui/skeleton'
import { useUses } from '@/hooks/use-record'
import { useSubmit } from '@/hooks/use-submit'
import { useTenantId } from '@/hooks/use-tenant'
import { useWrite } from '@/hooks/use-write'
import type { RecordRow } from '@/lib/records/field'
import { deleteRecord, repointAndDelete, type Use } from '@/lib/records/record-client'
import type { Resource } from '@/lib/records/resource'
import { ReferenceSelect } from './reference-select'
import { countOfPlaces, Uses } from './uses-list'

export interface DeleteDialogProps {
  resource: Resource
  row: RecordRow
  onClose: () => void
  onDeleted: () => void
}

/** Deletes a record. If others refer to it, the user first chooses a replacement. */
export function DeleteDialog({ resource, row, onClose, onDeleted }: DeleteDialogProps) {
  const { noun } = resource
  const query = useUses(resource.table, row.id)
  const tenantId = useTenantId()
  const write = useWrite()
  const [destination, setDestination] = useState<string | null>(null)
  const [record, setRecord] = useState<string | null>(null)
  const { attempt, working, failure } = useSubmit()

  const uses = query.data
  const routed = uses?.some(isRoute) ?? false
  const referred = uses?.some((use) => !isRoute(use)) ?? false
  const ready = uses && (!routed || destination) && (!referred || record)

  const confirm = () =>
    attempt(async () => {
      if (!ready) return
      try {
        await write(async (supabase) => {
          if (uses.length > 0)
            await repointAndDelete(supabase, resource.table, tenantId, row, { destination, record })
          else await deleteRecord(supabase, resource.table, tenantId, row)
          onDeleted()
        }, `Deleted the ${noun} ${resource.label(row)}`.trim())
      } catch (error) {
        query.retry()
        throw error
      }
    })

  return (
    <Dialog
      open
      onOpenChange={onClose}
      role="alertdialog"
      size="md"
      fullScreenOnPhone={false}
      dismissable={!working}
      zIndex={60}
      title={`Delete the ${noun} ${resource.label(row)}?`}
      footer={
        <>
          <Button onClick={onClose} disabled={working}>
            Cancel
          </Button>
          <Button variant="danger" onClick={confirm} loading={working} disabled={!ready}>
            {uses?.length ? 'Re-point and delete' : 'Delete'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Loaded
          query={query}
          pending={<Skeleton className="h-12 w-full" />}
          empty={
            <p className="text-base text-text-muted">
              Nothing uses it. You can restore it only from the audit trail.
            </p>
          }
        >
          {(found) => (
            <Alert tone="warning" quiet title={`It is used in ${countOfPlaces(found)}`}>
              <Uses uses={found} />
            </Alert>
          )}
        </Loaded>
        {routed ? (
          <FormRow label="Send these calls to" hint="Replaces the destination in all places above." required>
            <DestinationPicker
              value={destination}
              onChange={setDestination}
              noneLabel="Choose a destination"
              clearable={false}
            />
          </FormRow>
        ) : null}
        {referred ? (
          <FormRow label={`Use this ${noun} instead`} required>
            <ReferenceSelect
              to={{ table: resource.table, columns: labelColumns(resource), noun }}
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

/** The first columns of the list that are fields, which identify a record to people. */
function labelColumns({ columns, fields }: Resource): string[] {
  const names = new Set(fields.map(({ name }) => name))
  const own = columns.map(({ id }) => id).filter((id) => names.has(id))
  return own.slice(0, 2)
}
