import type { Cause } from './place'
import type { Reason } from './reason'
import type { Next, Step, Target } from './step'

/** A phone ringing, in whole seconds since the call began. */
export interface PhoneRing {
  target: Target
  start: number
  end: number
  outcome: 'answered' | 'not answered' | 'not confirmed' | 'stopped'
}

export interface End {
  how:
    | 'answered'
    | 'message left'
    | 'recording played'
    | 'feature done'
    /** The caller is talking in a conference. */
    | 'joined a room'
    /** The caller is paging the phones of a group. */
    | 'paged'
    /** A fax is being received; its duration is not simulated. */
    | 'fax received'
    /** The call leaves the tenant, without an assumption about the called party. */
    | 'left the tenant'
    | 'refused'
    /** The caller hangs up. */
    | 'gave up'
  reason: Reason
  /** For a call that is refused. */
  cause: Cause | null
  answeredBy: Target | null
}

export interface Stage {
  /** Seconds since the call began. */
  at: number
  /** Duration in seconds. */
  seconds: number
  step: Step
  /** The branch taken; null if the call ends. */
  taken: Next | null
}

/** The outcome of a simulated call. */
export interface Path {
  stages: readonly Stage[]
  rings: readonly PhoneRing[]
  end: End
  /** Seconds from the start until it is answered or ends. */
  seconds: number
}

/** The outcome of a step; rings in seconds since the step began. */
export interface Outcome {
  seconds: number
  rings?: readonly PhoneRing[]
  result: { taken: Next } | { end: End }
}

/** How a simulated call ends, without a cause of its own. */
export function ended(how: End['how'], reason: Reason, answeredBy: Target | null = null): { end: End } {
  return { end: { how, reason, cause: null, answeredBy } }
}
