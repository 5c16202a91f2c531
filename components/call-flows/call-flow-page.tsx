import dynamic from 'next/dynamic'
import { useState } from 'react'
import type { BulkAction } from '@/components/records/bulk-action'
import { ResourcePage } from '@/components/records/resource-page'
import { type CallFlowRow, switchCallFlow, useReverts } from '@/hooks/use-call-flow-switch'
import { useMember } from '@/hooks/use-member'
import { recordsAhead } from '@/hooks/use-record-query'
import { useTenantZone } from '@/hooks/use-tenant'
import { callFlow } from '@/lib/resources/call-flow'
import { may } from '@/lib/session/permissions'
import type { CallFlowState } from '@/lib/telephony/call-flow'
import { FlowDestination, FlowSwitch, LastSwitched } from './flow-switch'

const SwitchUntilDialog = dynamic(() =>
  import('./switch-until-dialog').then((module) => module.SwitchUntilDialog),
)

/** A tenant's call flows, each with the switch itself. */
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
CallFlowPage.ahead = recordsAhead(callFlow)

function bulkSwitch(state: CallFlowState): BulkAction<CallFlowRow> {
  return {
    label: `Switch to ${state}`,
    question: (count) =>
      `${count} ${count === 1 ? 'call flow' : 'call flows'} will be switched to the ${state} state until switched back.`,
    run: (supabase, flow) => switchCallFlow(supabase, flow, state),
  }
}
