import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import type { EditorProps } from '@/components/records/record-form'
import { EmptyState } from '@/components/ui/empty-state'
import { SortableList } from '@/components/ui/sortable-list'
import { useDestinations } from '@/hooks/use-destinations'
import { useExtensionService } from '@/hooks/use-extension-service'
import type { RingGroupMember } from '@/lib/resources/ring-group-member'
import type { RingStrategy } from '@/lib/telephony/ring-timeline'
import { formatNorthAmericanPhone } from '@/lib/validation/phone'
import { MemberPicker } from './member-picker'
import { MemberRow } from './member-row'
import { RingTimelineBar } from './ring-timeline-bar'

/** What of a ring group's form this part reads and writes. */
type Values = {
  strategy: RingStrategy
  call_timeout: number | null
  timeout_destination_id: string | null
  ring_group_members: RingGroupMember[]
}

export function RingGroupMembers({ mayEdit }: EditorProps) {
  const { control } = useFormContext<Values>()
  // The rows' own ids are stored; the form's keys must not take their place.
  const { fields, append, remove, move } = useFieldArray({
    control,
    name: 'ring_group_members',
    keyName: 'key',
  })
  const [strategy, callTimeout, afterwards, members] = useWatch({
    control,
    name: ['strategy', 'call_timeout', 'timeout_destination_id', 'ring_group_members'],
  })
  const { labelOf } = useDestinations([...members.map(({ extension_id: id }) => id), afterwards])
  const silenced = useExtensionService(members.flatMap(({ extension_id }) => extension_id ?? []))

  const labelOfMember = ({ extension_id, external_number }: RingGroupMember) =>
    external_number ? (formatNorthAmericanPhone(external_number) ?? external_number) : labelOf(extension_id)
  const silenceOf = ({ extension_id, enabled }: RingGroupMember) =>
    (extension_id ? silenced.get(extension_id) : undefined) ?? (enabled ? undefined : 'Switched off')

  function add(targets: readonly Pick<RingGroupMember, 'extension_id' | 'external_number'>[]) {
    append(
      targets.map((target) => ({
        id: crypto.randomUUID(),
        ...target,
        delay: 0,
        timeout: 30,
        confirm: target.external_number !== null,
        enabled: true,
      })),
      { shouldFocus: false },
    )
  }

  return (
    <>
      <section aria-label="Members" className="flex flex-col gap-2">
        <h3 className="text-base font-semibold">Members</h3>
        {fields.length > 0 ? (
          <SortableList
            ids={fields.map(({ key }) => key)}
            labelOf={(index) => labelOfMember(fields[index] as RingGroupMember)}
            onMove={move}
            disabled={!mayEdit}
            item={(index, handle) => (
              <MemberRow
                index={index}
                count={fields.length}
                label={labelOfMember(members[index] ?? (fields[index] as RingGroupMember))}
                silence={silenceOf(members[index] ?? (fields[index] as RingGroupMember))}
                handle={handle}
                onMove={(to) => move(index, to)}
                onRemove={() => remove(index)}
              />
            )}
          />
        ) : (
          <EmptyState title="No members yet">Add whose phones ring when the group is called.</EmptyState>
        )}
        {mayEdit ? (
          <MemberPicker
            without={
              new Set(
                members.flatMap(({ extension_id, external_number }) => extension_id ?? external_number ?? []),
              )
            }
            onExtensions={(ids) => add(ids.map((id) => ({ extension_id: id, external_number: null })))}
            onNumber={(number) => add([{ extension_id: null, external_number: number }])}
          />
        ) : null}
      </section>
      {members.length > 0 ? (
        <RingTimelineBar
          strategy={strategy}
          callTimeout={callTimeout || 0}
          afterwards={afterwards ? labelOf(afterwards) : undefined}
          members={members.map((member) => {
            const silence = silenceOf(member)
            return {
              id: member.id,
              label: labelOfMember(member),
              delay: member.delay || 0,
              timeout: member.timeout || 0,
              rings: silence === undefined,
              silence,
            }
          })}
        />
      ) : null}
    </>
  )
}
