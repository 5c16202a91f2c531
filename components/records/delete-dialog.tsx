import { useState } from 'react'
import { DestinationPicker } from '@/components/common/destination-picker'
import { FormDialog } from '@/components/common/form-dialog'
import { ReferenceSelect } from '@/components/common/reference-select'
import { FormRow } from '@/components/ui/form-row'
import { useUses } from '@/hooks/use-record'
import { useTenantId } from '@/hooks/use-tenant'
import { useWrite } from '@/hooks/use-write'
import type { RecordRow } from '@/lib/records/field'
import { deleteRecord, repointAndDelete, type Use } from '@/lib/records/record-client'
import type { Resource } from '@/lib/records/resource'
import { UsesList } from './uses-list'

export interface DeleteDialogProps {
  resource: Resource
  row: RecordRow
  onClose: () => void
  onDeleted: () => void
}

/** Deletes a record. If others refer to it, the user first chooses a replacement. */
export function DeleteDialog({ resource, row, onClose, onDeleted }: DeleteDialogProps) {
  const { table, noun } = resource
  const query = useUses(table, row.id)
  const tenantId = useTenantId()
  const write = useWrite()
  const [destination, setDestination] = useState<string | null>(null)
  const [record, setRecord] = useState<string | null>(null)
  const uses = query.data ?? []
  const routed = uses.some(isRoute)
  const referred = uses.some((use) => !isRoute(use))

  async function remove() {
    try {
      await write(async (supabase) => {
        if (uses.length > 0) await repointAndDelete(supabase, table, tenantId, row, { destination, record })
        else await deleteRecord(supabase, table, tenantId, row)
        onDeleted()
      }, `Deleted the ${noun} ${resource.label(row)}`.trim())
      return true
    } catch (error) {
      query.retry()
      throw error
    }
  }

  return (
    <FormDialog
      title={`Delete the ${noun} ${resource.label(row)}?`}
      submitLabel={uses.length > 0 ? 'Re-point and delete' : 'Delete'}
      tone="danger"
      role="alertdialog"
      zIndex={60}
      dirty={false}
      draft={null}
      ready={query.data !== undefined && (!routed || destination !== null) && (!referred || record !== null)}
      onSave={remove}
      onClose={onClose}
    >
      <UsesList
        resource={resource}
        id={row.id}
        tone="warning"
        empty={
          <p className="text-base text-text-muted">
            Nothing uses it. You can restore it only from the audit trail.
          </p>
        }
      />
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
            to={{ table, columns: labelColumns(resource), noun }}
            value={record}
            onChange={setRecord}
            without={[row.id]}
            required
          />
        </FormRow>
      ) : null}
    </FormDialog>
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
