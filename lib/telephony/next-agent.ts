import { CALL_CENTER_AGENTS, CALL_CENTER_QUEUES } from '../supabase/constraints'

/** Agent selection strategies of a queue, by mod_callcenter's names. */
export const QUEUE_STRATEGIES = CALL_CENTER_QUEUES.strategy.choices
export type QueueStrategy = (typeof QUEUE_STRATEGIES)[number]

export const AGENT_STATUSES = CALL_CENTER_AGENTS.status.choices
export type AgentStatus = (typeof AGENT_STATUSES)[number]

/** The statuses, stored by mod_callcenter's names, as the screen writes them. */
export const AGENT_STATUS_NAMES: Readonly<Record<AgentStatus, string>> = {
  Available: 'Available',
  'On Break': 'On break',
  'Logged Out': 'Logged out',
}

export interface QueueRules {
  strategy: QueueStrategy
  tierRulesApply: boolean
  /** Seconds a caller waits, times the level, before a level above the first is called. */
  tierRuleWait: number
}

/** An agent's calls, which most strategies compare. Moments are milliseconds since 1970, 0 for never. */
export interface AgentCalls {
  lastOfferedAt: number
  lastBridgeEndedAt: number
  callsAnswered: number
  /** Seconds. */
  talkTime: number
}

/** Those of an agent who has had none. */
export const NO_CALLS: AgentCalls = { lastOfferedAt: 0, lastBridgeEndedAt: 0, callsAnswered: 0, talkTime: 0 }

/** An agent in a queue, with what the strategies compare. */
export interface QueueAgent extends AgentCalls {
  id: string
  level: number
  position: number
  status: AgentStatus
  /** Whether the extension is in service: enabled, not suspended, not on do-not-disturb. */
  reachable: boolean
  /** Whether a call of theirs is ringing or in progress; false if that is not known. */
  onCall: boolean
  /** Seconds after a call without a new one (wrap-up time). */
  wrapUpTime: number
}

/** Compares agents by tier and position: the order in which nextAgents takes them, and leaves those that tie. */
export function byTier(
  a: Pick<QueueAgent, 'id' | 'level' | 'position'>,
  b: Pick<QueueAgent, 'id' | 'level' | 'position'>,
): number {
  return a.level - b.level || a.position - b.position || (a.id < b.id ? -1 : 1)
}

export type Unavailability =
  | 'logged out'
  | 'on break'
  | 'unreachable'
  | 'on a call'
  | 'wrapping up'
  | 'level not reached'

export interface NextAgents {
  /** Who rings first: one agent, all at once, or one of these at random. Empty when nobody can take the call. */
  next: string[]
  how: 'one' | 'all' | 'at random'
  /** Who is tried next, in order. */
  then: string[]
  /** Who is not called now, and why. */
  unavailable: { id: string; reason: Unavailability }[]
}

/**
 * Who gets a call that has waited for `waited` seconds, by the rules of mod_callcenter.c: members_callback orders the tiers'
 * agents, agents_callback skips those that cannot be offered a call. A logged-out agent does not count at all; one on break
 * counts as present on their level but is skipped, and so is one who has a call (from the queue, the agent is not "Waiting"; from
 * elsewhere, the phone is busy) or is within the wrap-up time after the last one. With tier rules, a level above the first is called
 * once the caller has waited level × tier-rule-wait-second (tier-rule-wait-multiply-level), or at once when nobody is logged in on the
 * levels before it (tier-rule-no-agent-no-wait); both as FusionPBX sets them. Delays after a rejected call are not known here.
 *
 * @param now milliseconds since 1970.
 */
export function nextAgents(
  rules: QueueRules,
  agents: readonly QueueAgent[],
  now: number,
  waited: number,
): NextAgents {
  const open = openLevel(rules, agents, waited)
  const unavailable = agents.flatMap((agent) => {
    const reason = invalidReason(agent, now) ?? (agent.level > open ? 'level not reached' : undefined)
    return reason ? [{ id: agent.id, reason }] : []
  })
  const out = new Set(unavailable.map(({ id }) => id))
  const ordered = inOfferOrder(rules.strategy, agents).filter(({ id }) => !out.has(id))
  const ids = (rules.strategy === 'top-down' ? oncePerPlace(ordered) : ordered).map(({ id }) => id)

  if (rules.strategy === 'ring-all') return { next: ids, how: 'all', then: [], unavailable }
  if (rules.strategy === 'random') {
    const level = ordered[0]?.level
    const drawn = ordered.filter((agent) => agent.level === level).map(({ id }) => id)
    return { next: drawn, how: 'at random', then: ids.slice(drawn.length), unavailable }
  }
  return { next: ids.slice(0, 1), how: 'one', then: ids.slice(1), unavailable }
}

/** The ORDER BY of members_callback. Agents that tie keep the given order (byTier). */
function inOfferOrder(strategy: QueueStrategy, agents: readonly QueueAgent[]): QueueAgent[] {
  if (strategy === 'round-robin') return afterTheLastOffered(agents)
  const by = COMPARED[strategy]
  return agents.toSorted((a, b) => {
    const left = by(a)
    const right = by(b)
    return left.map((value, index) => value - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0
  })
}

const COMPARED: Record<Exclude<QueueStrategy, 'round-robin'>, (agent: QueueAgent) => number[]> = {
  'ring-all': ({ level, position }) => [level, position],
  'longest-idle-agent': ({ level, lastBridgeEndedAt, position }) => [level, lastBridgeEndedAt, position],
  'top-down': ({ level, position, lastOfferedAt }) => [level, position, lastOfferedAt],
  'agent-with-least-talk-time': ({ level, talkTime, position }) => [level, talkTime, position],
  'agent-with-fewest-calls': ({ level, callsAnswered, position }) => [level, callsAnswered, position],
  'sequentially-by-agent-order': ({ level, position, lastOfferedAt }) => [level, position, lastOfferedAt],
  random: ({ level }) => [level],
}

/** Round-robin continues after the agent who was offered a call last, in the same tier, then starts over. */
function afterTheLastOffered(agents: readonly QueueAgent[]): QueueAgent[] {
  const ordered = inOfferOrder('top-down', agents)
  const last = ordered.reduce<QueueAgent | undefined>(
    (latest, agent) => (agent.lastOfferedAt > (latest?.lastOfferedAt ?? 0) ? agent : latest),
    undefined,
  )
  if (!last) return ordered
  const isBehind = (agent: QueueAgent) => agent.level === last.level && agent.position > last.position
  return [...ordered.filter(isBehind), ...ordered.filter((agent) => !isBehind(agent))]
}

/** Top down, a call goes on below the place offered it last, so who shares a place is called the next time round. */
function oncePerPlace(ordered: readonly QueueAgent[]): readonly QueueAgent[] {
  const next = ordered.filter(({ level, position }, at) => {
    const before = ordered[at - 1]
    return level === before?.level && position === before.position
  })
  if (next.length === 0) return ordered
  return [...ordered.filter((agent) => !next.includes(agent)), ...oncePerPlace(next)]
}

/** The highest level called so far. */
function openLevel(
  { tierRulesApply, tierRuleWait }: QueueRules,
  agents: readonly QueueAgent[],
  waited: number,
): number {
  if (!tierRulesApply) return Number.POSITIVE_INFINITY
  const levels = [
    ...new Set(agents.filter(({ status }) => status !== 'Logged Out').map(({ level }) => level)),
  ].sort((a, b) => a - b)
  return levels.filter((level, index) => index === 0 || waited >= level * tierRuleWait).at(-1) ?? 0
}

function invalidReason(agent: QueueAgent, now: number): Unavailability | undefined {
  if (agent.status === 'Logged Out') return 'logged out'
  if (agent.status === 'On Break') return 'on break'
  if (!agent.reachable) return 'unreachable'
  if (agent.onCall) return 'on a call'
  // Strictly before, as in agents_callback.
  return agent.lastBridgeEndedAt > 0 && agent.lastBridgeEndedAt >= now - agent.wrapUpTime * 1000
    ? 'wrapping up'
    : undefined
}
