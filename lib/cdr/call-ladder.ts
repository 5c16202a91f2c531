import type { CallLeg } from './call-record'
import { callNumber } from './call-text'

/** One step of the ladder: an event between two parties of the call. */
export interface LadderStep {
  at: string
  /** Time since the call started. */
  seconds: number
  /** Indexes of the parties; equal for an event at one party. */
  from: number
  to: number
  what: string
}

export interface Ladder {
  /** The caller, the switch, and everyone who was rung, in order. */
  parties: string[]
  steps: LadderStep[]
}

const CALLER = 0
const SWITCH = 1

/** A call's parties, and what happened between them in order of time. */
export function callLadder(
  call: { start_at: string; from_number: string; to_number: string },
  legs: readonly CallLeg[],
): Ladder {
  const parties = [call.from_number || 'Caller', 'Switch']
  const begun = Date.parse(call.start_at)
  const steps: LadderStep[] = []
  const partyOf = (number: string) => {
    const known = parties.indexOf(number, SWITCH + 1)
    return known >= 0 ? known : parties.push(number) - 1
  }
  const add = (at: string | undefined, from: number, to: number, what: string) => {
    if (at)
      steps.push({ at, seconds: Math.max(0, Math.round((Date.parse(at) - begun) / 1000)), from, to, what })
  }
  legs.forEach((leg, index) => {
    const rung = leg.uuid ? [leg.number] : (leg.peers ?? []).map(({ number }) => number)
    const callees = rung.filter(Boolean).map(partyOf)
    const [callee = SWITCH] = callees
    if (!leg.uuid)
      add(
        leg.started_at,
        index === 0 ? CALLER : SWITCH,
        SWITCH,
        `${index === 0 ? 'Calls' : 'Sent to'} ${callNumber(leg.number)}`,
      )
    for (const one of callees) add(leg.started_at, SWITCH, one, 'Rings')
    add(leg.ringing_at, callee, leg.uuid ? SWITCH : CALLER, 'Ringing')
    add(leg.answered_at, callee, leg.uuid ? SWITCH : CALLER, 'Answers')
    if (!leg.uuid) add(leg.bridged_at, CALLER, callee, 'Connected')
    add(leg.transferred_at, SWITCH, SWITCH, 'Transferred')
    add(leg.ended_at, leg.uuid ? callee : SWITCH, leg.uuid ? SWITCH : CALLER, 'Hung up')
  })
  return { parties, steps: steps.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)) }
}
