import { tableOfKind } from '../../destination-tables'
import { type Branch, branchesOf } from '../branches'
import { nextStep } from '../next-step'
import { ANY_CALLER, type Place, placeKey } from '../place'
import { placeLabel } from '../place-label'
import type { Reasons } from '../reason'
import { reasonText } from '../reason-text'
import { nounAndLabel } from '../record'
import type { Step } from '../step'
import { type Checked, type Problem, problem } from './problem'
import { turnOn } from './repair'

/** Reasons for which a place cannot take calls. */
export const NOWHERE: readonly (keyof Reasons)[] = [
  'cannot be dialed',
  'class not allowed',
  'disabled',
  'feature off',
  'group has nobody',
  'missing',
  'no route',
  'not for calls',
  'number without route',
  'route asks for a PIN',
  'suspended',
  'voicemail off',
]

/** A place with its step and branches. */
interface Node {
  place: Place
  step: Step
  ways: readonly Branch[]
}

/**
 * Dead ends, destinations set by hand, and loops, found by following every branch of every step. Yields at each place, because a
 * large tenant has thousands.
 */
export function* routeProblems(at: Checked): Generator<undefined, Problem[]> {
  const nodes = yield* reach(at)
  return [...leadingNowhere(at, nodes), ...loops(at, nodes)]
}

/** Every number and destination, with everything they lead to. */
function* reach({ snapshot, moment }: Checked): Generator<undefined, Map<string, Node>> {
  const nodes = new Map<string, Node>()
  const open: Place[] = [
    ...snapshot.dids.map(({ number }): Place => ({ at: 'number', number })),
    ...snapshot.destinations
      .filter(({ kind, enabled }) => tableOfKind(kind) && enabled)
      .map(({ id }): Place => ({ at: 'destination', id })),
    ...snapshot.park_lots
      .filter(({ enabled }) => enabled)
      .map(({ number }): Place => ({ at: 'dialed', digits: number })),
  ]
  for (let place = open.pop(); place; place = open.pop()) {
    const key = placeKey(place)
    if (nodes.has(key)) continue
    const step = nextStep(snapshot, place, ANY_CALLER, moment)
    const ways = branchesOf(step)
    nodes.set(key, { place, step, ways })
    for (const way of ways) if (way.place.at !== 'end') open.push(way.place)
    yield
  }
  return nodes
}

function leadingNowhere(at: Checked, nodes: ReadonlyMap<string, Node>): Problem[] {
  return [...nodes.values()].flatMap(({ ways }) =>
    ways.flatMap((way): Problem[] => {
      const target = nodes.get(placeKey(way.place))?.step
      if (target?.kind !== 'refuse' && target?.reason.why !== 'set by hand') return []
      const { reason } = target
      const source = way.reason.record
      const from = nounAndLabel(source)
      const key = placeKey(way.place)
      if (reason.why === 'set by hand') {
        const text = `The ${from} leads to “${reason.identifier}”, which was set by hand and cannot be checked.`
        return [problem(at, 'notice', 'set-by-hand', source, text, key)]
      }
      if (!NOWHERE.includes(reason.why)) return []
      const text = `The ${from} leads nowhere: ${reasonText(reason)}`
      const repair = reason.why === 'disabled' ? turnOn(reason.record) : undefined
      return [problem(at, way.now ? 'error' : 'warning', 'leads-nowhere', source, text, key, repair)]
    }),
  )
}

/** Places that lead back to themselves without a key press. An error if they do so at this instant. */
function loops(at: Checked, nodes: ReadonlyMap<string, Node>): Problem[] {
  const always = stronglyConnected(nodes, ({ pressed }) => !pressed)
  const today = stronglyConnected(nodes, ({ pressed, now }) => !pressed && now)
  return always.flatMap((circle): Problem[] => {
    const current = today.find((each) => each.some((key) => circle.includes(key)))
    const members = (current ?? circle).toSorted()
    const places = members.flatMap((key) => {
      const node = nodes.get(key)
      return node ? [placeLabel(at.index, node.place)] : []
    })
    const first = places[0]
    if (!first) return []
    const names = new Intl.ListFormat('en-US').format(places.map(({ label }) => label))
    const text = current
      ? `A call that nobody answers loops: ${names}. It is cut off when it comes back.`
      : `At some moments a call would loop: ${names}. It is cut off when it comes back.`
    return [problem(at, current ? 'error' : 'warning', 'loop', first.record, text, members.join())]
  })
}

/** Sets of places that lead to each other (Tarjan's strongly connected components). */
export function stronglyConnected(
  nodes: ReadonlyMap<string, { ways: readonly Branch[] }>,
  allowed: (way: Branch) => boolean,
): string[][] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()

  function visit(key: string): number {
    const own = order.size
    order.set(key, own)
    let low = own
    stack.push(key)
    onStack.add(key)
    let toItself = false
    for (const way of nodes.get(key)?.ways ?? []) {
      const next = placeKey(way.place)
      if (!allowed(way) || !nodes.has(next)) continue
      if (next === key) toItself = true
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (onStack.has(next)) low = Math.min(low, order.get(next) ?? low)
    }
    if (low === own) {
      const circle = stack.splice(stack.indexOf(key))
      for (const each of circle) onStack.delete(each)
      if (circle.length > 1 || toItself) found.push(circle)
    }
    return low
  }

  for (const key of nodes.keys()) if (!order.has(key)) visit(key)
  return found
}
