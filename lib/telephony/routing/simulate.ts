import { type Assumptions, isFull, stateOf, USUAL_MESSAGE, USUAL_PATIENCE } from './assumptions'
import { nextStep } from './next-step'
import { ended, type Outcome, type Path, type PhoneRing, type Stage } from './path'
import type { Call, Place } from './place'
import { followed } from './scene'
import { askMenu } from './simulate-menu'
import { waitFor } from './simulate-queue'
import { ringOut } from './simulate-ring'
import type { TenantSnapshot } from './snapshot'
import { indexOf } from './snapshot-index'
import type { OutsideStep, Step } from './step'

/** A call to simulate: who calls, where it begins, and when (milliseconds since 1970). */
export interface StartedCall {
  place: Place
  call: Call
  moment: number
}

/**
 * What becomes of a call under the assumptions: its steps, the phones that ring, and where and after how many seconds it ends.
 * Time goes on with the call, so a rule that begins while it waits applies. It always ends: nextStep cuts loops and bounds the
 * number of places.
 */
export function simulate(
  snapshot: TenantSnapshot,
  started: StartedCall,
  assumptions: Assumptions = {},
): Path {
  const stages: Stage[] = []
  const rings: PhoneRing[] = []
  const digits = [...(assumptions.digits ?? [])]
  const patience = assumptions.patience ?? USUAL_PATIENCE
  let { place, call } = started
  let at = 0
  for (;;) {
    const step = nextStep(snapshot, place, call, started.moment + at * 1000)
    const outcome = outcomeOf(snapshot, step, assumptions, digits, started.moment + at * 1000)
    const { seconds, result } = outcome
    const tired = at + seconds > patience
    const lasted = tired ? Math.max(patience - at, 0) : seconds
    for (const ring of outcome.rings ?? []) {
      if (ring.start <= lasted) rings.push(shifted(ring, at, at + lasted))
    }
    const taken = 'taken' in result && !tired ? result.taken : null
    stages.push({ at, seconds: lasted, step, taken })
    at += lasted
    if (tired) return { stages, rings, seconds: at, ...ended('gave up', step.reason) }
    if ('end' in result) return { stages, rings, seconds: at, end: result.end }
    call = followed(step, result.taken)
    place = result.taken.place
  }
}

function shifted(ring: PhoneRing, by: number, until: number): PhoneRing {
  const end = ring.end + by
  return {
    ...ring,
    start: ring.start + by,
    end: Math.min(end, until),
    outcome: end > until ? 'stopped' : ring.outcome,
  }
}

function outcomeOf(
  snapshot: TenantSnapshot,
  step: Step,
  assumptions: Assumptions,
  digits: string[],
  now: number,
): Outcome {
  const full = step.limits.find((limit) => isFull(assumptions, [limit]))
  if (full) return { seconds: 0, result: { taken: full.full } }
  const lengthOf = (id: string | null) =>
    Math.ceil((indexOf(snapshot).row('recordings', id)?.duration_ms ?? 0) / 1000)
  switch (step.kind) {
    case 'decide':
      return { seconds: 0, result: { taken: step.chosen } }
    case 'refuse':
      return {
        seconds: 0,
        result: { end: { how: 'refused', reason: step.reason, cause: step.cause, answeredBy: null } },
      }
    case 'ring':
      return ringOut(step, assumptions, lengthOf(step.greetingId))
    case 'menu':
      return askMenu(snapshot, step, digits, lengthOf)
    case 'queue':
      return waitFor(step, assumptions, digits, now, lengthOf(step.greetingId))
    case 'play':
      return { seconds: lengthOf(step.recordingId), result: ended('recording played', step.reason) }
    case 'voicemail':
      return {
        seconds: assumptions.message ?? USUAL_MESSAGE,
        result: ended('message left', step.then.reason),
      }
    case 'feature':
      return { seconds: 0, result: ended('feature done', step.reason) }
    case 'outside':
      return leaving(step, assumptions)
  }
}

function leaving(step: OutsideStep, assumptions: Assumptions): Outcome {
  const { way, number } = step
  const down = assumptions.failedGateways ?? []
  if (way.gateways.every(({ gateway, caps }) => down.includes(gateway.id) || isFull(assumptions, caps)))
    return { seconds: 0, result: { taken: step.then } }
  const reason = step.reason
  if (way.asksPin && assumptions.knowsPin === false) {
    const because = { why: 'route asks for a PIN', record: way.route, route: way.route.label } as const
    return {
      seconds: 0,
      result: { end: { how: 'refused', reason: because, cause: 'OUTGOING_CALL_BARRED', answeredBy: null } },
    }
  }
  if (assumptions.outside?.[number] === undefined)
    return { seconds: 0, result: ended('left the tenant', reason) }
  const target = { kind: 'outside', number, label: number, way } as const
  const state = stateOf(assumptions, target)
  if (state.is === 'answers') return { seconds: state.after, result: ended('answered', reason, target) }
  const cause =
    state.is === 'away' ? 'NO_ANSWER' : state.is === 'unregistered' ? 'SUBSCRIBER_ABSENT' : 'USER_BUSY'
  return { seconds: 0, result: { end: { how: 'refused', reason, cause, answeredBy: null } } }
}
