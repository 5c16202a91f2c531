export type CallFlowState = 'normal' | 'alternate'

/** What decides which state of a call flow counts. */
export interface SwitchedFlow {
  state: CallFlowState
  /** When the flow switches itself to the other state (ISO 8601); null when it stays. */
  reverts_at: string | null
}

export function otherState(state: CallFlowState): CallFlowState {
  return state === 'normal' ? 'alternate' : 'normal'
}

/** The state that counts at a moment: the stored one until its time is over, the other one from then on. */
export function effectiveState({ state, reverts_at }: SwitchedFlow, now: Date): CallFlowState {
  return isRevertDue({ reverts_at }, now) ? otherState(state) : state
}

export function isRevertDue({ reverts_at }: Pick<SwitchedFlow, 'reverts_at'>, now: Date): boolean {
  return reverts_at !== null && new Date(reverts_at).getTime() <= now.getTime()
}
