import { ringTimeline } from '../ring-timeline'
import { type Assumptions, isFull, stateOf } from './assumptions'
import { ended, type Outcome, type PhoneRing } from './path'
import type { RingStep } from './step'

/**
 * Who answers a ring step. A phone that is busy, declines or is not registered fails at once and takes no time, so that in a
 * sequence the next one rings earlier; but each rings no longer than the step gave it, since the switch is told these lengths
 * before the call (leg_timeout).
 */
export function ringOut(step: RingStep, assumptions: Assumptions, greeting: number): Outcome {
  const legs = step.legs.map((leg) => {
    const state = stateOf(assumptions, leg.target)
    const full = isFull(assumptions, leg.caps)
    return { leg, state: full ? ({ is: 'busy' } as const) : state }
  })
  const timeline = ringTimeline(
    step.strategy,
    step.timeout,
    legs.map(({ leg, state }, at) => ({
      id: String(at),
      delay: leg.delay,
      timeout: leg.length,
      rings: state.is === 'answers' || state.is === 'away',
    })),
  )
  const ringing = timeline.rings.flatMap(({ id, start, end }) => {
    const { leg, state } = legs[Number(id)] ?? {}
    return leg && state ? [{ leg, state, start, end }] : []
  })
  const answers = ringing.flatMap((ring) => {
    const { leg, state, start, end } = ring
    if (state.is !== 'answers' || (leg.confirm && state.confirms === false)) return []
    return start + state.after < end ? [{ ring, at: start + state.after }] : []
  })
  const first = answers.toSorted((a, b) => a.at - b.at)[0]
  const until = first?.at ?? timeline.end
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
  const anyBusy = legs.some(({ state }) => state.is === 'busy' || state.is === 'declines')
  return {
    seconds,
    rings,
    result: { taken: ringing.length > 0 ? unanswered : anyBusy ? busy : unregistered },
  }
}
