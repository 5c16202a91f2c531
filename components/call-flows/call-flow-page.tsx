import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Moment } from '@/components/common/relative-time'
import type { BulkAction } from '@/components/records/bulk-action'
import { ResourcePage } from '@/components/records/resource-page'
import { lateDialog } from '@/components/ui/late-code'
import { Switch } from '@/components/ui/switch'
import { type CallFlowRow, labelOfState, useCallFlowSwitch, useReverts } from '@/hooks/use-call-flow-switch'
import { useDestinations } from '@/hooks/use-destinations'
import { useMember } from '@/hooks/use-member'
import { useMinute } from '@/hooks/use-minute'
import { prefetchRecords } from '@/hooks/use-record-query'
import { useTenantZone } from '@/hooks/use-tenant'
import { setOnAll } from '@/lib/records/record-client'
import { callFlow } from '@/lib/resources/call-flow'
import { may } from '@/lib/session/permissions'
import { type CallFlowState, effectiveState, isRevertDue, otherState } from '@/lib/telephony/call-flow'
import { describeMoment } from '@/lib/telephony/schedule-text'
import { countOf } from '@/lib/words'

const SwitchUntilDialog = lateDialog(
  dynamic(() => import('./switch-until-dialog').then((module) => module.SwitchUntilDialog)),
)

/** A tenant's call flows, each with its toggle. */
export function CallFlowPage() {
  const { permissions } = useMember()
  const [until, setUntil] = useState<CallFlowRow | null>(null)
  const mayEdit = may(permissions, 'telephony', 'edit')
  const zone = useTenantZone()
  useReverts()

  return (
    <>
      <ResourcePage
        resource={callFlow}
        cells={{
          state: (flow) => <FlowSwitch flow={flow} zone={zone} mayEdit={mayEdit} />,
          goes_to: (flow) => <FlowDestination flow={flow} />,
          switched_at: (flow) => <LastSwitched flow={flow} />,
        }}
        rowActions={(flow) =>
          mayEdit ? [{ kind: 'action', label: 'Switch until…', onSelect: () => setUntil(flow) }] : []
        }
        bulkActions={[bulkSwitch('normal'), bulkSwitch('alternate')]}
        emptyText="A call flow sends calls one way by day and another by night. People switch it by hand."
      />
      {until && zone ? <SwitchUntilDialog flow={until} zone={zone} onClose={() => setUntil(null)} /> : null}
    </>
  )
}
CallFlowPage.ahead = prefetchRecords(callFlow)

function bulkSwitch(state: CallFlowState): BulkAction<CallFlowRow> {
  return {
    label: `Switch to ${state}`,
    question: (count) =>
      `${countOf(count, 'call flow')} will be switched to the ${state} state until switched back.`,
    act: (supabase, flows, _chosen, run) =>
      setOnAll(supabase, callFlow, flows, { state, reverts_at: null }, run),
  }
}

function stateOf(flow: CallFlowRow, now: number): CallFlowState {
  return effectiveState({ state: flow.state as CallFlowState, reverts_at: flow.reverts_at }, new Date(now))
}

/** The toggle of a call flow's state, and when it switches back. */
export function FlowSwitch({
  flow,
  zone,
  mayEdit,
}: {
  flow: CallFlowRow
  /** The tenant's zone; undefined while loading. */
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
      disabled={!mayEdit}
      // A disabled control would lose the keyboard's place.
      aria-disabled={switching}
      onChange={() => switching || void switchTo(flow, otherState(state))}
      aria-label={`${flow.name}: ${labelOfState(flow, state)}`}
      label={labelOfState(flow, state)}
      hint={zone && reverts ? `until ${describeMoment(zone, Date.parse(reverts), now)}` : undefined}
    />
  )
}

/** Where a flow sends calls now, even before the server has switched back one whose time is over. */
export function FlowDestination({ flow }: { flow: CallFlowRow }) {
  const now = useMinute()
  const id = stateOf(flow, now) === 'normal' ? flow.normal_destination_id : flow.alternate_destination_id
  return useDestinations([id]).labelOf(id)
}

/** When a flow was last switched, and by whom; by itself, if its time was over. */
export function LastSwitched({ flow: { switched_at, switched_by } }: { flow: CallFlowRow }) {
  if (!switched_at) return <span className="text-text-muted">Never</span>
  return (
    <span className="flex flex-col">
      <Moment at={switched_at} />
      <span className="text-sm text-text-muted">{switched_by ? `by ${switched_by}` : 'by itself'}</span>
    </span>
  )
}
