import { nextStep } from './next-step'
import { ANY_CALLER, type Call, type Place } from './place'
import type { TenantSnapshot } from './snapshot'
import type { Next, Step } from './step'

/** A way from a place; `now` is false for what other moments, callers or states choose. */
export interface Branch extends Next {
  now: boolean
}

/** All ways from a step, those taken at this moment first. Limits that are full lead where `limits` of the step say. */
export function branchesOf(step: Step): Branch[] {
  const now = (ways: readonly (Next | null)[]) => ways.flatMap((way) => (way ? [{ ...way, now: true }] : []))
  switch (step.kind) {
    case 'decide':
      return [...now([step.chosen]), ...step.others.map((way) => ({ ...way, now: false }))]
    case 'ring': {
      const { busy, unanswered, unregistered } = step.then
      const same = busy === unanswered && unanswered === unregistered
      return now(same ? [unanswered] : [unanswered, busy, unregistered])
    }
    case 'menu':
      return now([...step.options.map(({ next }) => next), step.exit])
    case 'queue':
      return now([step.then.timeout, step.then.withoutAgent, step.then.exitKey])
    case 'play':
    case 'voicemail':
    case 'conference':
    case 'page':
    case 'fax':
    case 'outside':
    case 'feature':
      return now([step.then])
    case 'refuse':
      return []
  }
}

/** Whether only the end follows: a message, a recording, a fax, a conference, a feature that has done its work. */
export function endsHere(step: Step): boolean {
  if (step.kind === 'feature') return step.feature.does !== 'park' || step.feature.timeout === null
  return ['voicemail', 'play', 'conference', 'page', 'fax'].includes(step.kind)
}

/** All next places of a place at a moment (milliseconds since 1970), for a map or a check. Any caller unless one is given. */
export function branches(
  snapshot: TenantSnapshot,
  place: Place,
  moment: number,
  call: Call = ANY_CALLER,
): Branch[] {
  return branchesOf(nextStep(snapshot, place, call, moment))
}
