import { groupBy } from 'es-toolkit/array'
import { type Branch, branchesOf } from '../routing/branches'
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
  /** Calls of this moment may come this way. */
  now: boolean
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

  function waysFrom(place: Place, above: readonly string[], now: boolean): OutlineNode[] {
    const byPlace = groupBy(branchesOf(nextStep(snapshot, place, ANY_CALLER, moment)), (way) =>
      placeKey(way.place),
    )
    return Object.entries(byPlace).map(([key, ways]) => node(key, ways, above, now))
  }

  function node(
    key: string,
    ways: readonly Branch[],
    above: readonly string[],
    reached: boolean,
  ): OutlineNode {
    const place = (ways[0] as Branch).place
    const step = nextStep(snapshot, place, ANY_CALLER, moment)
    const now = reached && ways.some((way) => way.now)
    const said = {
      key,
      ...placeLabel(index, place),
      ways: [...new Set(ways.map((way) => reasonText(way.reason)))],
      now,
      does: reasonText(step.reason),
      children: [],
    }
    if (above.includes(key)) return { ...said, state: ways.every((way) => way.pressed) ? 'again' : 'circle' }
    if (step.kind === 'refuse') return { ...said, state: 'refused' }
    if (followed.has(key)) return { ...said, state: 'again' }
    followed.add(key)
    // What follows a message or a recording is only the end.
    if (step.kind === 'voicemail' || step.kind === 'play' || step.kind === 'feature') {
      return { ...said, state: 'ends' }
    }
    return { ...said, state: 'goes on', children: waysFrom(place, [...above, key], now) }
  }

  const start: Place = { at: 'number', number }
  return waysFrom(start, [placeKey(start)], true)
}
