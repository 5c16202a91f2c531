import { groupBy } from 'es-toolkit/array'
import { type Branch, branchesOf, endsHere } from '../routing/branches'
import { nextStep } from '../routing/next-step'
import { ANY_CALLER, type Place, placeKey } from '../routing/place'
import { placeLabel } from '../routing/place-label'
import { reasonText } from '../routing/reason-text'
import type { RecordRef } from '../routing/record'
import type { TenantSnapshot } from '../routing/snapshot'
import { indexOf } from '../routing/snapshot-index'

/** A place of the call map with all ways from it. */
export interface OutlineNode {
  /** Tells it from its siblings. */
  key: string
  record: RecordRef
  /** What the place is called, with its article. */
  label: string
  /** Why calls come here, a sentence a way. */
  ways: readonly string[]
  /** Which calls come this way: those of this moment, of other moments or states, or certain callers only. */
  calls: 'now' | 'not now' | 'certain callers'
  /** What happens here. */
  does: string
  /** `again`: its ways stand above; `circle`: it leads back to a place it comes from; `refused`: the call ends unanswered. */
  state: 'goes on' | 'ends' | 'refused' | 'again' | 'circle'
  children: readonly OutlineNode[]
}

/**
 * From a number of the tenant to everywhere that calls to it may end, at a moment (milliseconds since 1970), for any caller. Each
 * place is followed once; where it is met again, that is said.
 */
export function outlineOf(snapshot: TenantSnapshot, number: string, moment: number): OutlineNode[] {
  const index = indexOf(snapshot)
  const followed = new Set<string>()

  /** `above` are the places since the caller last pressed a key: coming back to one of them is a circle. */
  function waysFrom(place: Place, above: readonly string[]): OutlineNode[] {
    const byPlace = groupBy(branchesOf(nextStep(snapshot, place, ANY_CALLER, moment)), (way) =>
      placeKey(way.place),
    )
    return Object.entries(byPlace).map(([key, ways]) => node(key, ways, above))
  }

  function node(key: string, ways: readonly Branch[], above: readonly string[]): OutlineNode {
    const place = (ways[0] as Branch).place
    const step = nextStep(snapshot, place, ANY_CALLER, moment)
    const said = {
      key,
      // Hanging up is no record of its own.
      ...(step.reason.why === 'hangs up'
        ? { record: (ways[0] as Branch).reason.record, label: 'the end of the call' }
        : placeLabel(index, place)),
      ways: [...new Set(ways.map((way) => reasonText(way.reason)))],
      calls: callsOf(ways),
      does: reasonText(step.reason),
      children: [],
    }
    const since = ways.every((way) => way.pressed) ? [] : above
    if (since.includes(key)) return { ...said, state: 'circle' }
    if (step.kind === 'refuse') return { ...said, state: 'refused' }
    if (followed.has(key)) return { ...said, state: 'again' }
    followed.add(key)
    // What follows a message or a recording is only the end.
    if (endsHere(step)) {
      return { ...said, state: 'ends' }
    }
    return { ...said, state: 'goes on', children: waysFrom(place, [...since, key]) }
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
