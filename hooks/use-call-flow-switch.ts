import { useEffect } from 'react'
import { dataOf } from '@/lib/supabase/answer'
import type { Supabase } from '@/lib/supabase/browser-client'
import type { Tables } from '@/lib/supabase/database.types'
import { CALL_FLOW_PAUSE_MS, type CallFlowState } from '@/lib/telephony/call-flow'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useTenantId } from './use-tenant'
import { useAction, useRefreshRecords } from './use-write'

export type CallFlowRow = Tables<'call_flows'>

/** Browsers fire longer timers immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1
/** By then the server has switched a due flow back. */
const SERVER_MS = CALL_FLOW_PAUSE_MS + 1000

/** Switches a call flow, until a time (ISO 8601) if given. Throws Refusal if someone else has switched it. */
export async function switchCallFlow(
  supabase: Supabase,
  { id, tenant_id, version }: Pick<CallFlowRow, 'id' | 'tenant_id' | 'version'>,
  state: CallFlowState,
  revertAt?: string,
): Promise<void> {
  dataOf(
    await supabase.rpc('switch_call_flow', {
      tenant: tenant_id,
      flow: id,
      to_state: state,
      expected_version: version,
      revert_at: revertAt,
    }),
  )
}

/** Switches a call flow in the list; a failure is reported, and the list refreshed either way. */
export function useCallFlowSwitch() {
  const { act, pending: switching } = useAction()
  const switchTo = (flow: CallFlowRow, state: CallFlowState) =>
    act(
      (supabase) => switchCallFlow(supabase, flow, state),
      `${flow.name} is switched to ${labelOfState(flow, state)}`,
    )
  return { switching, switchTo }
}

/** The flow's own name for a state, such as “Open”. */
export function labelOfState(
  { normal_label, alternate_label }: Pick<CallFlowRow, 'normal_label' | 'alternate_label'>,
  state: CallFlowState,
): string {
  return state === 'normal' ? normal_label : alternate_label
}

/** Refreshes the current tenant's flows after the server has switched one back. */
export function useReverts(): void {
  const tenantId = useTenantId()
  const refresh = useRefreshRecords()
  const { data: next } = useQuery(tenantId === null ? null : keys.nextRevert(tenantId), async (supabase) => {
    const flows = supabase
      .from('call_flows')
      .select('reverts_at')
      .eq('tenant_id', tenantId ?? '')
    const [first] = dataOf(await flows.gt('reverts_at', '2000-01-01').order('reverts_at').limit(1))
    return { at: first?.reverts_at ?? null }
  })

  useEffect(() => {
    if (!next?.at) return
    const due = Math.max(Date.parse(next.at) - Date.now(), 0)
    const timer = setTimeout(() => void refresh(), Math.min(due + SERVER_MS, LONGEST_TIMER_MS))
    return () => clearTimeout(timer)
  }, [next, refresh])
}
