import { type Assumptions, DEFAULT_PATIENCE, isDown, isFull, MESSAGE_SECONDS, stateOf } from './assumptions'
import { nextStep } from './next-step'
import { EMERGENCY_SECONDS, OUTSIDE_SECONDS } from './outside'
import { ended, type Outcome, type Path, type PhoneRing, type Stage } from './path'
import type { Call, Cause, Place } from './place'
import type { Reason } from './reason'
import type { RecordRef } from './record'
import { followed } from './scene'
import { askMenu } from './simulate-menu'
import { waitFor } from './simulate-queue'
import { ringOut } from './simulate-ring'
import type { TenantSnapshot } from './snapshot'
import { indexOf } from './snapshot-index'
import type { OutsideStep, Step } from './step'

/** A call to simulate: the caller, where it starts, and when (milliseconds since 1970). */
export interface StartedCall {
  place: Place
  call: Call
  moment: number
}

/**
 * Simulates a call under the assumptions: its steps, the phones that ring, and where and after how many seconds it ends. Time
 * passes during the call, so a rule that starts meanwhile applies. Always terminates: nextStep cuts loops and limits the number of
 * places.
 */
export function simulate(
  snapshot: TenantSnapshot,
  started: StartedCall,
  assumptions: Assumptions = {},
): Path {
  const stages: Stage[] = []
  const rings: PhoneRing[] = []
  const digits = [...(assumptions.digits ?? [])]
  const held = new Set<string>()
  const patience = assumptions.patience ?? DEFAULT_PATIENCE
  let { place, call } = started
  let at = 0
  for (;;) {
    const step = nextStep(snapshot, place, call, started.moment + at * 1000)
    const outcome = outcomeOf(snapshot, step, assumptions, held, digits, started.moment + at * 1000)
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

/** `held` contains the limits in which the call itself is counted, once each, for its duration; the step's own are added. */
function outcomeOf(
  snapshot: TenantSnapshot,
  step: Step,
  assumed: Assumptions,
  held: Set<string>,
  digits: string[],
  now: number,
): Outcome {
  for (const limit of step.limits) {
    if (!held.has(limit.on.id) && isFull(assumed, [limit]))
      return { seconds: 0, result: { taken: limit.full } }
    held.add(limit.on.id)
  }
  const calls = { ...assumed.calls }
  for (const id of held) calls[id] = (calls[id] ?? 0) + 1
  const assumptions: Assumptions = { ...assumed, calls }
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
        seconds: lengthOf(step.greetingId) + (assumptions.message ?? MESSAGE_SECONDS),
        result: ended('message left', step.then.reason),
      }
    case 'conference': {
      const seconds = lengthOf(step.greetingId)
      const refused = step.pins.participant && assumptions.knowsPin === false
      return {
        seconds,
        result: refused ? pinNotKnown(step.reason.record) : ended('joined a room', step.reason),
      }
    }
    case 'fax':
      return { seconds: 0, result: ended('fax received', step.reason) }
    case 'page':
      return { seconds: 0, result: ended('paged', step.reason) }
    case 'feature': {
      const waits = step.feature.does === 'park' ? step.feature.timeout : null
      return waits === null
        ? { seconds: 0, result: ended('feature done', step.reason) }
        : { seconds: waits, result: { taken: step.then } }
    }
    case 'outside':
      return leaving(step, assumptions)
  }
}

function pinNotKnown(record: RecordRef): Outcome['result'] {
  const reason = { why: 'room asks for a PIN', record } as const
  return { end: { how: 'refused', reason, cause: 'CALL_REJECTED', answeredBy: null } }
}

/**
 * The PIN comes first: only callers who know it find out that every gateway is down. Where nobody takes an emergency call, each gateway
 * is tried.
 */
function leaving(step: OutsideStep, assumptions: Assumptions): Outcome {
  const { way, number, reason } = step
  const refused = (cause: Cause, because: Reason, seconds = 0): Outcome => ({
    seconds,
    result: step.emergency
      ? { taken: step.then }
      : { end: { how: 'refused', reason: because, cause, answeredBy: null } },
  })
  if (way.asksPin && assumptions.knowsPin === false) {
    return refused('OUTGOING_CALL_BARRED', {
      why: 'route asks for a PIN',
      record: way.route,
      route: way.route.label,
    })
  }
  const open = way.gateways.filter((each) => !isDown(assumptions, each) && !isFull(assumptions, each.caps))
  if (open.length === 0) return { seconds: 0, result: { taken: step.then } }
  if (assumptions.outside?.[number] === undefined)
    return { seconds: 0, result: ended('left the tenant', reason) }
  const target = { kind: 'outside', number, label: number, way } as const
  const state = stateOf(assumptions, target)
  const longest = step.emergency ? EMERGENCY_SECONDS : OUTSIDE_SECONDS
  const rung = (start: number, end: number, outcome: PhoneRing['outcome']): PhoneRing => {
    return { target, start, end, outcome }
  }
  switch (state.is) {
    case 'answers':
      if (state.after >= longest) break
      return {
        seconds: state.after,
        rings: [rung(0, state.after, 'answered')],
        result: ended('answered', reason, target),
      }
    case 'busy':
      return refused('USER_BUSY', reason)
    case 'declines':
      return refused('CALL_REJECTED', reason)
    case 'unregistered':
      return refused('SUBSCRIBER_ABSENT', reason)
  }
  const tries = (step.emergency ? open : open.slice(0, 1)).map((_, at) => at * longest)
  return {
    ...refused('NO_ANSWER', reason, tries.length * longest),
    rings: tries.map((start) => rung(start, start + longest, 'not answered')),
  }
}
