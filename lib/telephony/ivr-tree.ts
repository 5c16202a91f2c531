import { describeRule } from './schedule-text'
import type { RoutingDestination, RoutingIvrMenu, TenantRouting } from './tenant-routing'

/** The parts of a tenant's routing the tree needs. */
export interface TreeSource extends Pick<TenantRouting, 'destinations' | 'time_conditions'> {
  ivr_menus: readonly Pick<
    RoutingIvrMenu,
    'id' | 'name' | 'number' | 'enabled' | 'direct_dial' | 'exit_destination_id' | 'options'
  >[]
}

/** A menu, or a time condition between two menus. */
export interface TreeNode {
  /** Unique within the tree. */
  key: string
  id: string
  kind: 'ivr_menus' | 'time_conditions'
  number: string
  name: string
  enabled: boolean
  /** Its branches follow below; or it is an ancestor, so this is a loop; or its branches are elsewhere in the tree. */
  shows: 'branches' | 'cycle' | 'elsewhere'
  /**
   * `no-options`: no digit does anything. `no-way-out`: whatever callers press, they only reach menus, time conditions and the
   * end of the call.
   */
  problem: 'no-options' | 'no-way-out' | null
  branches: TreeBranch[]
}

export interface TreeBranch {
  key: string
  kind: 'option' | 'exit' | 'rule' | 'otherwise'
  /** The digits to press, or when a rule applies. */
  label: string
  description: string
  enabled: boolean
  /** null where the call ends, and where the destination does not exist. */
  destination: RoutingDestination | null
  /** `unavailable`: disabled, or missing. `hangs-up`: callers who choose nothing are disconnected. */
  problem: 'unavailable' | 'hangs-up' | null
  /** Set when the destination is a menu or a time condition. */
  node: TreeNode | null
}

interface Way {
  kind: TreeBranch['kind']
  label: string
  description: string
  enabled: boolean
  destinationId: string | null
}

interface Place extends Pick<TreeNode, 'id' | 'kind' | 'number' | 'name' | 'enabled'> {
  ways: readonly Way[]
  directDial: boolean
}

/**
 * The trees of a tenant's menus, ordered by number: one from each menu that no other leads to, and one from the first menu of each
 * loop that nothing else leads to, so that every menu is in one of them. Trees are finite for any routing; see TreeNode.shows.
 */
export function menuForest(source: TreeSource): TreeNode[] {
  const places = placesOf(source)
  const ledTo = new Set(
    [...places.values()].flatMap(({ id, ways }) =>
      ways.flatMap(({ destinationId }) => (destinationId && destinationId !== id ? [destinationId] : [])),
    ),
  )
  const starts = source.ivr_menus.filter(({ id }) => !ledTo.has(id))
  const trees: TreeNode[] = []
  const seen = new Set<string>()
  for (const { id } of [...starts, ...source.ivr_menus]) {
    if (seen.has(id)) continue
    const tree = menuTree(source, id)
    if (tree) trees.push(tree)
    for (const node of nodesOf(tree)) seen.add(node.id)
  }
  return trees.sort((one, other) => (one.number < other.number ? -1 : 1))
}

/** The tree from one menu or time condition; null when the source has none with that id. */
export function menuTree(source: TreeSource, rootId: string): TreeNode | null {
  const places = placesOf(source)
  const destinations = new Map(source.destinations.map((destination) => [destination.id, destination]))
  const withWayOut = placesWithWayOut(places, destinations)
  const expanded = new Set<string>()

  function grow(place: Place, path: readonly string[], key: string): TreeNode {
    const { ways, directDial, ...own } = place
    const shows = path.includes(place.id) ? 'cycle' : expanded.has(place.id) ? 'elsewhere' : 'branches'
    const node: TreeNode = { ...own, key, shows, problem: problemOf(place), branches: [] }
    if (shows !== 'branches') return node
    expanded.add(place.id)
    node.branches = ways.map((way, index) => branch(way, [...path, place.id], `${key}.${index}`))
    return node
  }

  function branch({ destinationId, ...way }: Way, path: readonly string[], key: string): TreeBranch {
    const destination = (destinationId && destinations.get(destinationId)) || null
    const next = destinationId ? places.get(destinationId) : undefined
    return {
      ...way,
      key,
      destination,
      problem: destinationId === null ? 'hangs-up' : destination?.enabled ? null : 'unavailable',
      node: next ? grow(next, path, key) : null,
    }
  }

  function problemOf(place: Place): TreeNode['problem'] {
    const options = place.ways.filter(({ kind, enabled }) => kind === 'option' && enabled)
    if (place.kind === 'ivr_menus' && options.length === 0 && !place.directDial) return 'no-options'
    return withWayOut.has(place.id) ? null : 'no-way-out'
  }

  const root = places.get(rootId)
  return root ? grow(root, [], rootId) : null
}

/** A tree's nodes, root first. */
export function nodesOf(tree: TreeNode | null): TreeNode[] {
  if (!tree) return []
  return [tree, ...tree.branches.flatMap(({ node }) => nodesOf(node))]
}

function placesOf({ ivr_menus, time_conditions }: TreeSource): Map<string, Place> {
  const menus = ivr_menus.map(({ id, number, name, enabled, ...menu }): Place => {
    const exit: Way = {
      kind: 'exit',
      label: 'Exit',
      description: 'After too many failures or timeouts',
      enabled: true,
      destinationId: menu.exit_destination_id,
    }
    const options = menu.options.map((option): Way => ({
      kind: 'option',
      label: option.digits,
      description: option.description,
      enabled: option.enabled,
      destinationId: option.destination_id,
    }))
    const ways = [...options, exit]
    return { id, kind: 'ivr_menus', number, name, enabled, ways, directDial: menu.direct_dial }
  })
  const conditions = time_conditions.map(({ id, number, name, enabled, ...condition }): Place => {
    const rules = condition.rules.map((rule): Way => ({
      kind: 'rule',
      label: rule.name || describeRule(rule),
      description: rule.name ? describeRule(rule) : '',
      enabled: true,
      destinationId: rule.destination_id,
    }))
    const destinationId = condition.otherwise_destination_id
    const otherwise: Way = {
      kind: 'otherwise',
      label: 'Otherwise',
      description: '',
      enabled: true,
      destinationId,
    }
    const ways = [...rules, otherwise]
    return { id, kind: 'time_conditions', number, name, enabled, ways, directDial: false }
  })
  return new Map([...menus, ...conditions].map((place) => [place.id, place]))
}

/** The nodes from which a phone, mailbox or the like can be reached: those with such a branch, then those that lead to them. */
function placesWithWayOut(
  places: ReadonlyMap<string, Place>,
  destinations: ReadonlyMap<string, RoutingDestination>,
): Set<string> {
  const found = new Set<string>()
  const isWayOut = ({ enabled, destinationId }: Way) => {
    const destination = destinationId ? destinations.get(destinationId) : undefined
    if (!enabled || !destination?.enabled) return false
    return places.has(destination.id) ? found.has(destination.id) : destination.number !== 'hangup'
  }
  let before = -1
  while (found.size > before) {
    before = found.size
    for (const place of places.values()) {
      if (place.directDial || place.ways.some(isWayOut)) found.add(place.id)
    }
  }
  return found
}
