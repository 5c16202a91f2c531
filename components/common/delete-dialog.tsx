import { useState } from 'react'
import { FormRow } from '@/components/ui/form-row'
import { useUses } from '@/hooks/use-record'
import { useTenantId } from '@/hooks/use-tenant'
import { deleteRecord, type Use } from '@/lib/records/record-client'
import { fieldOf } from '@/lib/records/resource'
import { type DeleteDialogProps, DeleteForm } from './delete-form'
import { DestinationPicker } from './destination-picker'
import { ReferenceSelect } from './reference-select'
import { UsesList } from './uses-list'

const UNUSED = 'Nothing uses it. You can restore it only from the audit trail.'

/** Deletes a record. If others refer to it, the user first chooses a replacement. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { resource, row } = props
  const { table, noun } = resource
  const query = useUses(table, row.id)
  const tenantId = useTenantId()
  const [destination, setDestination] = useState<string | null>(null)
  const [record, setRecord] = useState<string | null>(null)
  const uses = query.data ?? []
  // The first columns of the list that are fields identify a record to people.
  const identifying = resource.columns.flatMap(({ id }) => fieldOf(resource, id)?.name ?? [])
  const routed = uses.some(isRoute)
  const referred = uses.some((use) => !isRoute(use))

  return (
    <DeleteForm
      {...props}
      submitLabel={referred ? 'Replace and delete' : routed ? 'Reroute calls and delete' : 'Delete'}
      ready={query.data !== undefined && (!routed || destination !== null) && (!referred || record !== null)}
      remove={async (supabase) => {
        const replacement = uses.length > 0 ? { destination, record } : undefined
        await deleteRecord(supabase, table, tenantId, row, replacement).catch((error) => {
          query.retry()
          throw error
        })
      }}
    >
      <div aria-live="polite">
        <UsesList
          resource={resource}
          id={row.id}
          tone="warning"
          empty={<p className="text-base text-text-muted">{UNUSED}</p>}
        />
      </div>
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
            to={{ table, columns: identifying.slice(0, 2), noun }}
            value={record}
            onChange={setRecord}
            without={[row.id]}
            required
          />
        </FormRow>
      ) : null}
    </DeleteForm>
  )
}

const isRoute = ({ column_name }: Use) => column_name.endsWith('destination_id')
