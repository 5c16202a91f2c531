import { nextStep } from './next-step'
import { ANY_CALLER, type Call, type Place } from './place'
import type { TenantSnapshot } from './snapshot'
import type { Next, Step } from './step'

/** A branch from a place; `now` is false if it needs another time, caller or state. */
export interface Branch extends Next {
  now: boolean
}

/** All branches from a step, current ones first. The targets of exceeded limits are in the step's `limits`. */
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

/** Whether the call ends after this step: a message, a recording, a fax, a conference, a completed feature. */
export function endsHere(step: Step): boolean {
  if (step.kind === 'feature') return step.feature.does !== 'park' || step.feature.timeout === null
  return ['voicemail', 'play', 'conference', 'page', 'fax'].includes(step.kind)
}

/** All next places of a place at an instant (milliseconds since 1970), for a map or a check. For any caller unless one is given. */
export function branches(
  snapshot: TenantSnapshot,
  place: Place,
  moment: number,
  call: Call = ANY_CALLER,
): Branch[] {
  return branchesOf(nextStep(snapshot, place, call, moment))
}
