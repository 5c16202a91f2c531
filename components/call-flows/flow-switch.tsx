import { Moment } from '@/components/common/moment'
import { Switch } from '@/components/ui/switch'
import { type CallFlowRow, labelOfState, useCallFlowSwitch } from '@/hooks/use-call-flow-switch'
import { useDestinations } from '@/hooks/use-destinations'
import { useMinute } from '@/hooks/use-minute'
import { type CallFlowState, effectiveState, isRevertDue, otherState } from '@/lib/telephony/call-flow'
import { describeMoment } from '@/lib/telephony/schedule-text'

function stateOf(flow: CallFlowRow, now: number): CallFlowState {
  return effectiveState({ state: flow.state as CallFlowState, reverts_at: flow.reverts_at }, new Date(now))
}

/** The state of a flow, which a click switches, and when it switches itself back. */
export function FlowSwitch({
  flow,
  zone,
  mayEdit,
}: {
  flow: CallFlowRow
  /** Of the tenant; undefined until it is known. */
  zone: string | undefined
  mayEdit: boolean
}) {
  const now = useMinute()
  const { switching, switchTo } = useCallFlowSwitch()
  const state = stateOf(flow, now)
  const reverts = isRevertDue(flow, new Date(now)) ? null : flow.reverts_at
  return (
    <Switch
      checked={state === 'alternate'}
      disabled={!mayEdit || switching}
      onChange={() => void switchTo(flow, otherState(state))}
      aria-label={`${flow.name}: ${labelOfState(flow, state)}`}
      label={labelOfState(flow, state)}
      hint={zone && reverts ? `until ${describeMoment(zone, Date.parse(reverts), now)}` : undefined}
    />
  )
}

export function FlowDestination({ flow }: { flow: CallFlowRow }) {
  const now = useMinute()
  const id = stateOf(flow, now) === 'normal' ? flow.normal_destination_id : flow.alternate_destination_id
  return useDestinations([id]).labelOf(id)
}

export function LastSwitched({ flow: { switched_at, switched_by } }: { flow: CallFlowRow }) {
  if (!switched_at) return <span className="text-text-muted">Never</span>
  return (
    <span className="flex flex-col">
      <Moment at={switched_at} />
      <span className="text-sm text-text-muted">{switched_by ? `by ${switched_by}` : 'by itself'}</span>
    </span>
  )
}
