import type { Cause } from './place'
import type { Reason } from './reason'
import type { Next, Step, Target } from './step'

/** One phone that rings, in whole seconds since the call began. */
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
    /** The caller talks with whoever is in the conference. */
    | 'joined a room'
    /** The caller speaks from the phones of a paging group. */
    | 'paged'
    /** A fax is received: how long that takes is not assumed. */
    | 'fax received'
    /** It leaves the tenant, and nothing is assumed of who is called. */
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
  /** Seconds that it takes. */
  seconds: number
  step: Step
  /** The way that was taken; null where the call ends. */
  taken: Next | null
}

/** What becomes of a call. */
export interface Path {
  stages: readonly Stage[]
  rings: readonly PhoneRing[]
  end: End
  /** Seconds from the beginning to where it is answered or ends. */
  seconds: number
}

/** What a step comes to; rings in seconds since the step began. */
export interface Outcome {
  seconds: number
  rings?: readonly PhoneRing[]
  result: { taken: Next } | { end: End }
}

export function ended(how: End['how'], reason: Reason, answeredBy: Target | null = null): { end: End } {
  return { end: { how, reason, cause: null, answeredBy } }
}
