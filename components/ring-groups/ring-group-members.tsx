import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Fields } from '@/components/records/fields'
import type { EditorProps } from '@/components/records/record-form'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { IconButton } from '@/components/ui/icon-button'
import { MoveButtons } from '@/components/ui/move-buttons'
import { SortableList } from '@/components/ui/sortable-list'
import { useChildRows } from '@/hooks/use-child-rows'
import { useDestinations } from '@/hooks/use-destinations'
import { useExtensionService } from '@/hooks/use-extension-service'
import { useDeviceCounts } from '@/hooks/use-extensions'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { type RingGroupMember, ringGroupMember } from '@/lib/resources/ring-group-member'
import type { RingStrategy } from '@/lib/telephony/ring-timeline'
import { shownNumber } from '@/lib/validation/phone'
import { MemberPicker } from './member-picker'
import { RingTimelineBar } from './ring-timeline-bar'

/** The part of the ring group's form values used here. */
type Values = {
  strategy: RingStrategy
  call_timeout: number | null
  timeout_destination_id: string | null
  follow_forwarding: boolean
  ring_group_members: RingGroupMember[]
}

/** Who rings in a ring group, in what order and when, and who would not. */
export function RingGroupMembers({ mayEdit }: EditorProps) {
  const { control } = useFormContext<Values>()
  const { fields, append, remove, move } = useChildRows(control, 'ring_group_members')
  const [strategy, callTimeout, afterwards, follows, members] = useWatch({
    control,
    name: ['strategy', 'call_timeout', 'timeout_destination_id', 'follow_forwarding', 'ring_group_members'],
  })
  const { labelOf } = useDestinations([...members.map(({ extension_id: id }) => id), afterwards])
  const devices = useDeviceCounts(useCurrentTenantId())
  const silenced = useExtensionService(
    members.flatMap(({ extension_id }) => extension_id ?? []),
    follows,
  )

  const labelOfMember = ({ extension_id, external_number }: RingGroupMember) =>
    external_number ? shownNumber(external_number) : labelOf(extension_id)
  const silenceOf = ({ extension_id, enabled }: RingGroupMember) =>
    (extension_id ? silenced.get(extension_id) : undefined) ?? (enabled ? undefined : 'Switched off')

  const hasDevice = ({ extension_id }: RingGroupMember) =>
    !extension_id || !devices || (devices.get(extension_id) ?? 0) > 0

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
      <section aria-label="Members" data-part="ring_group_members" className="flex flex-col gap-2">
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
                hasDevice={hasDevice(members[index] ?? (fields[index] as RingGroupMember))}
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

/** The columns are too narrow for full words. */
const SECONDS = { delay: { label: 'Delay, s', hint: '' }, timeout: { label: 'Rings, s', hint: '' } }

type MemberRowProps = {
  index: number
  count: number
  label: string
  /** Why it does not ring; undefined if it does. */
  silence: string | undefined
  /** Whether a desk phone registers its extension. */
  hasDevice: boolean
  handle: ReactNode
  onMove: (to: number) => void
  onRemove: () => void
}

/** A member of a ring group: delay, timeout, confirmation, and position. */
function MemberRow({ index, count, label, silence, hasDevice, handle, onMove, onRemove }: MemberRowProps) {
  const at = `ring_group_members.${index}`
  return (
    <div className="flex items-start gap-2 rounded-md border border-border bg-surface p-2">
      <span className="sm:mt-3">{handle}</span>
      <div className="grid min-w-0 flex-1 grid-cols-2 items-start gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_6rem_6rem_auto_auto]">
        <p className="col-span-full flex min-h-8 min-w-0 flex-wrap items-center gap-x-2 gap-y-1 sm:col-auto sm:mt-3 touch:min-h-11">
          <span className="truncate font-medium">{label}</span>
          {silence ? <Badge tone="warning">{silence}</Badge> : null}
          {hasDevice ? null : <Badge tone="info">No device</Badge>}
        </p>
        <Fields of={ringGroupMember} names={['delay', 'timeout']} at={at} instead={SECONDS} />
        <div className="col-span-full flex flex-wrap gap-x-4 sm:col-auto sm:mt-6 sm:h-8 sm:items-center">
          <Fields of={ringGroupMember} names={['confirm', 'enabled']} at={at} />
        </div>
        <div className="col-span-full flex gap-1 max-sm:justify-end sm:col-auto sm:mt-6">
          <MoveButtons
            up={`Move ${label} up`}
            down={`Move ${label} down`}
            index={index}
            count={count}
            onMove={onMove}
            size="sm"
          />
          <IconButton size="sm" variant="ghost" label={`Remove ${label}`} icon={X} onClick={onRemove} />
        </div>
      </div>
    </div>
  )
}
