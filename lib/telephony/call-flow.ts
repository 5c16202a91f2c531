export type CallFlowState = 'normal' | 'alternate'

/** How often the server switches back the flows that are due. */
export const CALL_FLOW_PAUSE_MS = 5000

/** The fields that decide a call flow's current state. */
export interface SwitchedFlow {
  state: CallFlowState
  /** When the flow switches back by itself (ISO 8601); null when it does not. */
  reverts_at: string | null
}

/** What the flow becomes when it is switched. */
export function otherState(state: CallFlowState): CallFlowState {
  return state === 'normal' ? 'alternate' : 'normal'
}

/** The effective state at an instant: the stored one until its time is over, then the other one. */
export function effectiveState({ state, reverts_at }: SwitchedFlow, now: Date): CallFlowState {
  return isRevertDue({ reverts_at }, now) ? otherState(state) : state
}

/** Whether a flow's time in its state is over: at the moment itself, it is. */
export function isRevertDue({ reverts_at }: Pick<SwitchedFlow, 'reverts_at'>, now: Date): boolean {
  return reverts_at !== null && new Date(reverts_at).getTime() <= now.getTime()
}
