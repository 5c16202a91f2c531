import { tableOfKind } from '../destination-tables'
import { type Branch, branchesOf, endsHere } from '../routing/branches'
import { nextStep } from '../routing/next-step'
import { ANY_CALLER, type Place, placeKey } from '../routing/place'
import { placeLabel, placeTitle } from '../routing/place-label'
import { NOWHERE, stronglyConnected } from '../routing/problems/routes'
import { reasonText } from '../routing/reason-text'
import type { RecordRef } from '../routing/record'
import type { TenantSnapshot } from '../routing/snapshot'
import { indexOf, type SnapshotIndex } from '../routing/snapshot-index'
import type { Step } from '../routing/step'
import { wayLabel } from './way-label'

/** A diagram with more places would show nothing but lines. */
export const MOST_DRAWN = 600

/** Warnings about a place on the map. `unreached`: no number of the tenant leads there. */
export type Mark = 'broken' | 'circle' | 'unreached' | 'unanswered'

/** A place on the map. */
export interface MapNode {
  key: string
  record: RecordRef
  /** Label, without an article. */
  label: string
  /** What happens to a call there, as a sentence. */
  does: string
  kind: Step['kind'] | 'number'
  marks: readonly Mark[]
}

/** The routes from one place to another. */
export interface MapEdge {
  key: string
  from: string
  to: string
  /** A word or two; empty if there is nothing to distinguish. */
  label: string
  /** Why calls go there, one sentence per route. */
  ways: readonly string[]
  certain: boolean
}

export interface CallMap {
  nodes: readonly MapNode[]
  edges: readonly MapEdge[]
}

/**
 * Everything from the tenant's numbers to where calls end: with an instant (milliseconds since 1970) the routes that apply then,
 * without one all routes at any time, including from park lots with a timeout destination. Groups, menus, queues, flows and
 * conditions that no number leads to are included. Each place occurs once, except ends of calls.
 */
export function callMapOf(snapshot: TenantSnapshot, moment: number | null): CallMap {
  const index = indexOf(snapshot)
  const nodes = new Map<string, MapNode>()
  const edges = new Map<string, MapEdge>()
  const walked = new Map<string, { ways: readonly Branch[] }>()
  const at = moment ?? Date.now()

  function walk(start: Place, mark?: Mark) {
    const open: { key: string; place: Place; from?: Branch }[] = [{ key: keyOf(index, start), place: start }]
    for (let next = open.pop(); next; next = open.pop()) {
      const { key, place } = next
      if (nodes.has(key)) continue
      const step = nextStep(snapshot, place, ANY_CALLER, at)
      nodes.set(key, nodeOf(index, key, place, step, next.from, mark))
      if (endsHere(step)) continue
      const ways = branchesOf(step).filter((way) => moment === null || way.now || isForCertain(way))
      walked.set(placeKey(place), { ways })
      for (const way of ways) {
        const to = way.place.at === 'end' ? `${key} ${placeKey(way.place)}` : keyOf(index, way.place)
        link(key, to, way)
        open.push({ key: to, place: way.place, from: way })
      }
    }
  }

  function link(from: string, to: string, way: Branch) {
    const key = `${from} → ${to}`
    const known = edges.get(key)
    const label = wayLabel(way.reason)
    const text = reasonText(way.reason)
    edges.set(key, {
      key,
      from,
      to,
      label: [...new Set([...(known?.label.split(', ') ?? []), label])].filter(Boolean).join(', '),
      ways: [...new Set([...(known?.ways ?? []), text])],
      certain: isForCertain(way) && (known?.certain ?? true),
    })
  }

  /** Places that could be called from outside but have not been reached yet. */
  function lonely(): string[] {
    const reached = new Set(nodes.keys())
    return snapshot.destinations
      .filter(({ id, kind, enabled }) => enabled && isEntrance(kind) && !reached.has(`destination ${id}`))
      .map(({ id }) => id)
  }

  for (const { number } of snapshot.dids) walk({ at: 'number', number })
  for (const { number, enabled, timeout_destination_id: id } of snapshot.park_lots) {
    if (enabled && id !== null) walk({ at: 'dialed', digits: number })
  }
  for (const id of moment === null ? lonely() : lonelyEver(snapshot)) {
    walk({ at: 'destination', id }, 'unreached')
  }

  const round = new Set(stronglyConnected(walked, ({ pressed }) => !pressed).flat())
  return {
    nodes: [...nodes.values()].map((node) =>
      round.has(node.key) ? { ...node, marks: [...node.marks, 'circle' as const] } : node,
    ),
    edges: [...edges.values()],
  }
}

/** Whether a kind of destination is normally called from outside: groups, menus, queues and the like. */
function isEntrance(kind: string): boolean {
  const table = tableOfKind(kind)
  return table !== undefined && table !== 'extensions' && table !== 'recordings'
}

/** The destinations that no number leads to at any time. */
function lonelyEver(snapshot: TenantSnapshot): string[] {
  return callMapOf(snapshot, null)
    .nodes.filter(({ marks }) => marks.includes('unreached'))
    .map(({ key }) => key.replace(/^destination /, ''))
    .filter((id) => snapshot.destinations.some((destination) => destination.id === id))
}

/** What leads to a place and where it leads; the whole map for an unknown key. */
export function narrowMapTo(map: CallMap, key: string): CallMap {
  if (!map.nodes.some((node) => node.key === key)) return map
  const follow = (from: 'from' | 'to', to: 'from' | 'to') => {
    const found = new Set([key])
    for (const each of found) for (const edge of map.edges) if (edge[from] === each) found.add(edge[to])
    return found
  }
  const within = follow('from', 'to').union(follow('to', 'from'))
  return {
    nodes: map.nodes.filter((node) => within.has(node.key)),
    edges: map.edges.filter(({ from, to }) => within.has(from) && within.has(to)),
  }
}

/** A place's key; a voicemail's is the same by any route. */
function keyOf(index: SnapshotIndex, place: Place): string {
  if (place.at !== 'destination') return placeKey(place)
  const destination = index.row('destinations', place.id)
  return destination?.kind === 'voicemails' && destination.record_id !== null
    ? placeKey({ at: 'voicemail', extensionId: destination.record_id })
    : placeKey(place)
}

function isForCertain({ now, reason }: Branch): boolean {
  return !now && (reason.why === 'caller condition' || reason.why === 'blocked')
}

function nodeOf(
  index: SnapshotIndex,
  key: string,
  place: Place,
  step: Step,
  from: Branch | undefined,
  mark: Mark | undefined,
): MapNode {
  const hangsUp = step.reason.why === 'hangs up'
  const { record, label } = hangsUp
    ? { record: from?.reason.record ?? step.reason.record, label: 'Hang up' }
    : placeLabel(index, place)
  const broken = step.kind === 'refuse' && NOWHERE.includes(step.reason.why)
  const unanswered = step.kind === 'refuse' && !broken && !hangsUp
  return {
    key,
    record,
    label: placeTitle(label),
    does: reasonText(step.reason),
    kind: place.at === 'number' ? 'number' : step.kind,
    marks: [
      ...(broken ? (['broken'] as const) : unanswered ? (['unanswered'] as const) : []),
      ...(mark ? [mark] : []),
    ],
  }
}
