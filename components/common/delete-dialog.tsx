import { type ReactNode, useState } from 'react'
import { FormRow } from '@/components/ui/form-row'
import { useUses } from '@/hooks/use-record'
import { useTenantId } from '@/hooks/use-tenant'
import { deleteRecord, type Use } from '@/lib/records/record-client'
import { fieldOf } from '@/lib/records/resource'
import { tableNoun } from '@/lib/resources/nouns'
import { countOf } from '@/lib/words'
import { type DeleteDialogProps, DeleteForm } from './delete-form'
import { DestinationPicker } from './destination-picker'
import { ReferenceSelect } from './reference-select'
import { UsesList } from './uses-list'

interface Props extends DeleteDialogProps {
  /** False while what else has to be known is loading. */
  ready?: boolean
  /** What is said if nothing refers to the record, before where it can be restored. */
  unused?: string
  /** What else has to be known. */
  children?: ReactNode
}

/**
 * Deletes a record. Where calls lead to it, and where a reference must not stay empty, the user first chooses a replacement. It is removed
 * from what it is only a member of, unless another record takes over. Nobody takes over what is personal, such as its phone and block rules.
 */
export function DeleteDialog({ ready = true, unused = 'Nothing uses it.', children, ...props }: Props) {
  const { resource, row } = props
  const { table, noun } = resource
  const query = useUses(table, row.id)
  const tenantId = useTenantId()
  const [destination, setDestination] = useState<string | null>(null)
  const [record, setRecord] = useState<string | null>(null)
  // A tenant's changes are a page of its own; the trail of everything is for superadmins.
  const trail = tenantId === null ? 'the audit trail' : 'the Changes page'
  const uses = query.data ?? []
  // The first columns of the list that are fields identify a record to people.
  const identifying = resource.columns.flatMap(({ id }) => fieldOf(resource, id)?.name ?? [])
  const routed = uses.some(isRoute)
  const going = uses.filter(({ goes }) => goes)
  const handed = going.some(({ personal }) => !personal)
  const referred = uses.some((use) => !isRoute(use) && !use.goes)

  return (
    <DeleteForm
      {...props}
      submitLabel={referred || record ? 'Replace and delete' : routed ? 'Reroute calls and delete' : 'Delete'}
      ready={
        ready &&
        query.data !== undefined &&
        (!routed || destination !== null) &&
        (!referred || record !== null)
      }
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
          empty={
            <p className="text-base text-text-muted">
              {`${unused} ${
                tenantId === null
                  ? 'Only a superadmin can restore it, from the audit trail.'
                  : 'You can restore it only from the Changes page.'
              }`}
            </p>
          }
        />
      </div>
      {routed ? (
        <FormRow
          label="Send these calls to"
          hint="Replaces it in all places above that send calls to it."
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
      {referred || handed ? (
        <FormRow
          label={referred ? `Use this ${noun} instead` : `Another ${noun} takes over`}
          hint={going.length === 0 ? undefined : record ? takenOver(noun, going) : takenOut(going, trail)}
          required={referred}
        >
          <ReferenceSelect
            to={{ table, columns: identifying.slice(0, 2), noun }}
            value={record}
            onChange={setRecord}
            without={[row.id]}
            required={referred}
            noneLabel="Nobody"
          />
        </FormRow>
      ) : going.length > 0 ? (
        <p className="text-base text-text-muted">{takenOut(going, trail)}</p>
      ) : null}
      {children}
    </DeleteForm>
  )
}

const isRoute = ({ column_name, goes }: Use) => column_name.endsWith('destination_id') && !goes

/** "It is removed from 1 device and 2 ring groups. Deleted with it: 1 agent. Restoring it from the Changes page puts it back there." */
function takenOut(going: readonly Use[], trail: string): string {
  const left = going.filter(({ goes }) => goes !== 'record')
  return sentences(
    left.length > 0 && `It is removed from ${counted(left)}.`,
    deletedWithIt(going),
    `Restoring it from ${trail} puts it back there.`,
    stillSignsIn(going),
  )
}

/** "That extension takes its place. This one is only removed from 1 device, which nobody else gets. Deleted with it: 1 block rule." */
function takenOver(noun: string, going: readonly Use[]): string {
  const personal = going.filter((use) => use.personal)
  const left = personal.filter(({ goes }) => goes !== 'record')
  return sentences(
    `That ${noun} takes its place.`,
    left.length > 0 && `This one is only removed from ${counted(left)}, which nobody else gets.`,
    deletedWithIt(personal),
    stillSignsIn(personal),
  )
}

/** A portal account is not a part of one extension: a tenant's admin needs none. */
const stillSignsIn = (going: readonly Use[]) =>
  going.some(({ table_name }) => table_name === 'portal_users') &&
  'Its portal user can still sign in. To prevent that, disable them on the Users page.'

function deletedWithIt(going: readonly Use[]) {
  const gone = going.filter(({ goes }) => goes === 'record')
  return gone.length > 0 && `Deleted with it: ${counted(gone)}.`
}

const sentences = (...given: (string | false)[]) => given.filter(Boolean).join(' ')

function counted(uses: readonly Use[]): string {
  const kinds = [...Map.groupBy(uses, placeOf)]
  const words = kinds.map(([place, own]) => countOf(own.length, place))
  const last = words.pop() ?? ''
  return words.length > 0 ? `${words.join(', ')} and ${last}` : last
}

/** Where a use is: an extension whose follow me rings the record only loses a target, and "1 extension" would read like another deletion. */
const placeOf = ({ table_name, column_name }: Use) =>
  table_name === 'extensions' && column_name === 'target_destination_id'
    ? 'follow-me list'
    : tableNoun(table_name)
