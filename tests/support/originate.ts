import type { DialedLeg } from './dial-string'

/** What the other end of a leg does. */
export type Party =
  | { does: 'answer'; after: number; confirms: boolean }
  | { does: 'ring' }
  /** Fails as soon as it is called. */
  | { does: 'fail'; cause: string }
  /** No channel can be made: not registered, or a gateway that is down. */
  | { does: 'not exist'; cause: string }
  /** The rest of the call is not modeled. */
  | { does: 'leave' }

/** A leg that rang, in seconds since the originate began. */
export interface LegRing {
  endpoint: string
  start: number
  end: number
  answered: boolean
}

export interface Originated {
  seconds: number
  rings: LegRing[]
  /** The leg that answered; undefined when none did. */
  answered?: DialedLeg
  left?: DialedLeg
  /** originate_disposition when none answered. */
  cause: string
}

interface Running {
  leg: DialedLeg
  party: Party
  delay: number
  limit: number
  /** Whether somebody has answered who does not confirm. */
  asked: boolean
  start: number | null
  cause: string | null
  end: number
}

/** Legs that end by themselves never take this long. */
const FOREVER = 1e9

/**
 * Legs called together, as switch_ivr_originate does it: leg_delay_start counts from the beginning, leg_timeout from the end of the
 * delay, and where no leg rings the first delayed one begins at once. group_confirm_timeout counts from the answer. `timelimit` ends them
 * all, also one that answers at that moment.
 */
export function originate(
  legs: readonly DialedLeg[],
  partyOf: (leg: DialedLeg) => Party,
  timelimit: number,
): Originated {
  const number = (leg: DialedLeg, name: string) => Number(leg.variables.get(name) ?? 0)
  const parties = legs.map((leg) => ({ leg, party: partyOf(leg) }))
  const running = parties.flatMap(({ leg, party }): Running[] => {
    if (party.does === 'not exist') return []
    const delay = number(leg, 'leg_delay_start')
    const limit = number(leg, 'leg_timeout') ? delay + number(leg, 'leg_timeout') : FOREVER
    return [{ leg, party, delay, limit, asked: false, start: null, cause: null, end: 0 }]
  })
  const lastCause = parties.flatMap(({ party }) => (party.does === 'not exist' ? [party.cause] : [])).at(-1)
  const ringing = () => running.filter(({ start, cause }) => start !== null && cause === null)
  const rings = (until: number, answered?: DialedLeg) =>
    running.flatMap(({ leg, start, cause, end, party }): LegRing[] =>
      start === null || party.does === 'fail'
        ? []
        : [{ endpoint: leg.endpoint, start, end: cause ? end : until, answered: leg === answered }],
    )

  for (let now = 0; ; now += 1) {
    for (const each of ringing()) {
      if (now >= each.limit) Object.assign(each, { cause: 'ALLOTTED_TIMEOUT', end: now })
    }
    // A leg that was limited is hung up before it rings.
    for (const each of running) {
      if (each.party.does === 'fail' && each.leg.variables.has('refused')) each.cause ??= each.party.cause
    }
    begin(running, now)
    for (const each of ringing()) {
      if (each.party.does === 'fail') Object.assign(each, { cause: each.party.cause, end: now })
    }
    // A failed leg may let the next one start in the same second.
    while (ringing().length === 0 && running.some(({ start, cause }) => start === null && cause === null)) {
      begin(running, now)
      for (const each of ringing()) {
        if (each.party.does === 'fail') Object.assign(each, { cause: each.party.cause, end: now })
      }
    }
    const left = ringing().find(({ party }) => party.does === 'leave')
    if (left) return { seconds: now, rings: [], left: left.leg, cause: '' }
    const answered = ringing().filter(
      ({ party, start }) => party.does === 'answer' && now >= (start ?? 0) + party.after,
    )
    const confirms = ({ party, leg }: Running) =>
      !leg.variables.has('group_confirm_key') || (party.does === 'answer' && party.confirms)
    for (const each of answered.filter((one) => !one.asked && !confirms(one)))
      Object.assign(each, { asked: true, limit: now + number(each.leg, 'group_confirm_timeout') })
    const taken = now < timelimit ? answered.find(confirms) : undefined
    if (taken) return { seconds: now, rings: rings(now, taken.leg), answered: taken.leg, cause: '' }
    if (running.every(({ cause }) => cause !== null)) {
      return {
        seconds: now,
        rings: rings(now),
        cause: running[0]?.cause ?? lastCause ?? 'NO_ROUTE_DESTINATION',
      }
    }
    if (now >= timelimit) return { seconds: now, rings: rings(now), cause: 'NO_ANSWER' }
  }
}

/** Legs ring once their delay is over. If none rings, the next one starts immediately. */
function begin(running: readonly Running[], now: number) {
  const waiting = running.filter(({ start, cause }) => start === null && cause === null)
  const active = running.some(({ start, cause }) => start !== null && cause === null)
  if (!active && waiting.length > 0) {
    const first = Math.min(...waiting.map(({ delay }) => delay))
    const early = Math.max(0, first - now)
    for (const each of waiting) {
      each.limit -= early
      each.delay -= first
    }
  }
  for (const each of waiting) if (each.delay <= now) each.start = now
}
