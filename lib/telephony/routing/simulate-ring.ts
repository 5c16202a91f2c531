import { ACCEPT_SECONDS, ringsInTurn } from '../ring-timeline'
import { type Assumptions, isDown, isFull, type PhoneState, stateOf } from './assumptions'
import { ended, type Outcome, type PhoneRing } from './path'
import type { Leg, RingStep } from './step'

/** A leg with the assumptions applied. */
interface Tried {
  leg: Leg
  state: PhoneState
  /** Why it does not ring; null if it does. */
  fails: 'busy' | 'unregistered' | null
  /** Whether the switch could call it at all. The first such leg decides where an unanswered call goes. */
  called: boolean
  /** When it is called along with others; one that cannot be called, or is full, fails immediately. */
  start: number
}

/**
 * Simulates who answers a ring step. A phone that is busy, declines or is not registered fails immediately, so the next one rings
 * earlier; but none rings longer than its own timeout, since the switch gets the timeouts in advance (leg_timeout). One that is answered
 * by somebody who does not accept the call has a timeout of its own from then on (group_confirm_timeout).
 */
export function ringOut(step: RingStep, assumptions: Assumptions, greeting: number): Outcome {
  const tries = step.legs.map((leg) => tried(leg, assumptions))
  const times = timesOf(step, tries)
  const ringing = tries.flatMap((each, at) => {
    const { start, end } = times[at] ?? { start: 0, end: 0 }
    return each.fails ? [] : [{ ...each, start, end }]
  })
  const answers = ringing.flatMap((ring) => {
    const { leg, state, start, end } = ring
    if (state.is !== 'answers' || (leg.confirm && state.confirms === false)) return []
    return start + state.after < end ? [{ ring, at: start + state.after }] : []
  })
  const first = answers.toSorted((a, b) => a.at - b.at)[0]
  const until = first?.at ?? Math.max(0, ...times.map(({ end }) => end))
  const rings = ringing
    .filter(({ start }) => start < until || first?.ring.start === start)
    .map(({ leg, state, start, end }): PhoneRing => {
      const unconfirmed = state.is === 'answers' && state.confirms === false && leg.confirm
      const outcome =
        first?.ring.leg === leg
          ? 'answered'
          : end > until
            ? 'stopped'
            : unconfirmed
              ? 'not confirmed'
              : 'not answered'
      return { target: leg.target, start: greeting + start, end: greeting + Math.min(end, until), outcome }
    })
  const seconds = greeting + until
  if (first)
    return { seconds, rings, result: ended('answered', first.ring.leg.reason, first.ring.leg.target) }
  const { busy, unanswered, unregistered } = step.then
  const decides = tries.find(({ called }) => called)
  const taken =
    !decides || decides.fails === 'unregistered' ? unregistered : decides.fails ? busy : unanswered
  return { seconds, rings, result: { taken } }
}

function tried(leg: Leg, assumptions: Assumptions): Tried {
  const { target } = leg
  const state = stateOf(assumptions, target)
  // Such a leg uses only the first gateway of its route.
  const [gateway] = target.kind === 'outside' ? target.way.gateways : []
  const out = { leg, state, fails: 'unregistered', start: 0 } as const
  if (gateway ? isDown(assumptions, gateway) : state.is === 'unregistered') return { ...out, called: false }
  if (isFull(assumptions, leg.caps)) return { ...out, fails: 'busy', called: true }
  if (gateway && isFull(assumptions, gateway.caps)) return { ...out, called: true }
  const fails =
    state.is === 'busy' || state.is === 'declines' ? 'busy' : state.is === 'unregistered' ? state.is : null
  return { leg, state, fails, called: true, start: leg.start }
}

/** When each leg rings, in seconds since ringing began; a failed one has zero length. */
function timesOf({ strategy }: RingStep, tries: readonly Tried[]): { start: number; end: number }[] {
  const forks = tries.map(({ leg, state, fails, start }) => ({
    start,
    length: fails ? 0 : leg.length,
    unaccepted: state.is === 'answers' && leg.confirm && state.confirms === false ? state.after : undefined,
  }))
  if (!ringsInTurn(strategy)) return actualRingTimes(forks)
  let turn = 0
  return tries.map(({ leg }, at) => {
    const start = turn + leg.delay
    const { length = 0, unaccepted } = forks[at] ?? {}
    turn = endOf(start, start + length, unaccepted)
    return { start, end: turn }
  })
}

/** When a phone stops that would ring until then. */
function endOf(start: number, end: number, unaccepted: number | undefined): number {
  return unaccepted !== undefined && start + unaccepted < end ? start + unaccepted + ACCEPT_SECONDS : end
}

/** A phone called along with others. Seconds. */
interface Fork {
  /** Planned start. */
  start: number
  /** Duration; 0 if it fails when called. */
  length: number
  /** How long it rings before somebody answers who does not accept the call. */
  unaccepted?: number
}

/**
 * Actual ring times of phones called together, when some fail early: if nobody is ringing, FreeSWITCH calls the next one
 * immediately. It then subtracts that one's whole delay from the other delays, but only the time gained from their ends, so that a
 * third phone may ring sooner and longer than planned (check_per_channel_timeouts in switch_ivr_originate.c).
 */
export function actualRingTimes(forks: readonly Fork[]): { start: number; end: number }[] {
  const legs = forks.map(({ start, length, unaccepted }) => ({
    delay: start,
    end: start + length,
    start: Number.POSITIVE_INFINITY,
    fails: length === 0,
    unaccepted,
  }))
  const isActive = ({ start, end }: (typeof legs)[number]) => start <= now && end > now
  let now = 0
  for (;;) {
    const waiting = legs.filter(({ start }) => start > now)
    if (waiting.length === 0) return legs.map(({ start, end }) => ({ start, end }))
    if (!legs.some(isActive)) {
      const first = Math.min(...waiting.map(({ delay }) => delay))
      const gained = Math.max(0, first - now)
      for (const leg of waiting) {
        leg.end -= gained
        leg.delay -= first
      }
    }
    for (const leg of waiting) {
      if (leg.delay > now) continue
      leg.start = now
      leg.end = leg.fails ? now : endOf(now, leg.end, leg.unaccepted)
    }
    const active = legs.filter(isActive)
    const moments = [...waiting.map(({ delay }) => delay), ...active.map(({ end }) => end)]
    if (active.length > 0) now = Math.min(...moments.filter((moment) => moment > now))
  }
}
