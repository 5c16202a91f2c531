import { groupBy } from 'es-toolkit/array'
import { type Branch, branchesOf, endsHere } from '../routing/branches'
import { nextStep } from '../routing/next-step'
import { ANY_CALLER, type Place, placeKey } from '../routing/place'
import { placeLabel } from '../routing/place-label'
import { reasonText } from '../routing/reason-text'
import type { RecordRef } from '../routing/record'
import type { TenantSnapshot } from '../routing/snapshot'
import { indexOf } from '../routing/snapshot-index'

/** A place in the outline with its branches. */
export interface OutlineNode {
  /** Unique among siblings. */
  key: string
  record: RecordRef
  /** Label, with an article. */
  label: string
  /** Why calls come here, one sentence per route. */
  ways: readonly string[]
  /** Which calls come this way: those at this time, at other times or in other states, or from certain callers only. */
  calls: 'now' | 'not now' | 'certain callers'
  /** What happens here. */
  does: string
  /** `again`: its branches are shown above; `circle`: it loops back; `refused`: the call ends unanswered. */
  state: 'goes on' | 'ends' | 'refused' | 'again' | 'circle'
  children: readonly OutlineNode[]
}

/**
 * Everything that calls to a number may reach, at an instant (milliseconds since 1970), for any caller. Each place is expanded
 * once; repeats refer to it.
 */
export function outlineOf(snapshot: TenantSnapshot, number: string, moment: number): OutlineNode[] {
  const index = indexOf(snapshot)
  const followed = new Set<string>()

  /** `above` are the places since the last key press: returning to one of them is a loop. */
  function waysFrom(place: Place, above: readonly string[]): OutlineNode[] {
    const byPlace = groupBy(branchesOf(nextStep(snapshot, place, ANY_CALLER, moment)), (way) =>
      placeKey(way.place),
    )
    return Object.entries(byPlace).map(([key, ways]) => node(key, ways, above))
  }

  function node(key: string, ways: readonly Branch[], above: readonly string[]): OutlineNode {
    const place = (ways[0] as Branch).place
    const step = nextStep(snapshot, place, ANY_CALLER, moment)
    const shown = {
      key,
      // Hanging up has no record of its own.
      ...(step.reason.why === 'hangs up'
        ? { record: (ways[0] as Branch).reason.record, label: 'the end of the call' }
        : placeLabel(index, place)),
      ways: [...new Set(ways.map((way) => reasonText(way.reason)))],
      calls: callsOf(ways),
      does: reasonText(step.reason),
      children: [],
    }
    const since = ways.every((way) => way.pressed) ? [] : above
    if (since.includes(key)) return { ...shown, state: 'circle' }
    if (step.kind === 'refuse') return { ...shown, state: 'refused' }
    if (followed.has(key)) return { ...shown, state: 'again' }
    followed.add(key)
    // After a message or a recording, only the end follows.
    if (endsHere(step)) {
      return { ...shown, state: 'ends' }
    }
    return { ...shown, state: 'goes on', children: waysFrom(place, [...since, key]) }
  }

  const start: Place = { at: 'number', number }
  followed.add(placeKey(start))
  return waysFrom(start, [placeKey(start)])
}

function callsOf(ways: readonly Branch[]): OutlineNode['calls'] {
  if (ways.some(({ now }) => now)) return 'now'
  return ways.every(({ reason }) => reason.why === 'caller condition' || reason.why === 'blocked')
    ? 'certain callers'
    : 'not now'
}
