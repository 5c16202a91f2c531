import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AGENT_STATUSES,
  nextAgents,
  QUEUE_STRATEGIES,
  type QueueAgent,
  type QueueRules,
  type QueueStrategy,
} from '@/lib/telephony/next-agent'

const NOW = Date.parse('2026-03-02T15:00:00Z')
const minutesAgo = (minutes: number) => NOW - minutes * 60_000

const agent = (id: string, given: Partial<QueueAgent> = {}): QueueAgent => ({
  id,
  level: 1,
  position: 1,
  status: 'Available',
  reachable: true,
  onCall: false,
  wrapUpTime: 10,
  lastOfferedAt: 0,
  lastBridgeEndedAt: 0,
  callsAnswered: 0,
  talkTime: 0,
  ...given,
})
const rules = (strategy: QueueStrategy, given: Partial<QueueRules> = {}): QueueRules => ({
  strategy,
  tierRulesApply: false,
  tierRuleWait: 30,
  ...given,
})

const trio = [
  agent('a', {
    position: 1,
    lastOfferedAt: minutesAgo(5),
    lastBridgeEndedAt: minutesAgo(4),
    talkTime: 300,
    callsAnswered: 2,
  }),
  // Missed the last offer.
  agent('b', {
    position: 2,
    lastOfferedAt: minutesAgo(1),
    lastBridgeEndedAt: minutesAgo(30),
    talkTime: 60,
    callsAnswered: 3,
  }),
  agent('c', {
    position: 3,
    lastOfferedAt: minutesAgo(20),
    lastBridgeEndedAt: minutesAgo(15),
    talkTime: 900,
    callsAnswered: 1,
  }),
]

const manyAgents = fc
  .array(
    fc.record({
      level: fc.integer({ min: 1, max: 3 }),
      position: fc.integer({ min: 1, max: 4 }),
      status: fc.constantFrom(...AGENT_STATUSES),
      reachable: fc.boolean(),
      onCall: fc.boolean(),
      wrapUpTime: fc.integer({ min: 0, max: 60 }),
      lastOfferedAt: fc
        .integer({ min: 0, max: 5 })
        .map((minutes) => (minutes === 0 ? 0 : minutesAgo(minutes))),
      lastBridgeEndedAt: fc.constantFrom(0, NOW - 5000, minutesAgo(3)),
      callsAnswered: fc.integer({ min: 0, max: 3 }),
      talkTime: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 10 },
  )
  .map((agents) => agents.map((given, index) => ({ id: String(index), ...given })))
const manyRules = fc.record({
  strategy: fc.constantFrom(...QUEUE_STRATEGIES),
  tierRulesApply: fc.boolean(),
  tierRuleWait: fc.integer({ min: 0, max: 60 }),
})
const waits = fc.integer({ min: 0, max: 300 })

describe('nextAgents', () => {
  test.each<[QueueStrategy, string[]]>([
    ['longest-idle-agent', ['b', 'c', 'a']],
    ['agent-with-least-talk-time', ['b', 'a', 'c']],
    ['agent-with-fewest-calls', ['c', 'a', 'b']],
    ['top-down', ['a', 'b', 'c']],
    ['sequentially-by-agent-order', ['a', 'b', 'c']],
    // b was offered the last call, so it is c's turn.
    ['round-robin', ['c', 'a', 'b']],
  ])('%s: rings one agent after another', (strategy, order) => {
    expect(nextAgents(rules(strategy), trio, NOW, 0)).toEqual({
      next: order.slice(0, 1),
      how: 'one',
      then: order.slice(1),
      unavailable: [],
    })
  })

  test('ring-all rings all agents of all tiers at once', () => {
    expect(nextAgents(rules('ring-all'), [agent('z', { level: 2 }), ...trio], NOW, 0)).toMatchObject({
      next: ['a', 'b', 'c', 'z'],
      how: 'all',
    })
  })

  test('random picks from the first tier with an available agent', () => {
    const agents = [
      agent('first', { status: 'On Break' }),
      agent('x', { level: 2 }),
      agent('y', { level: 2 }),
      agent('z', { level: 3 }),
    ]
    expect(nextAgents(rules('random'), agents, NOW, 0)).toMatchObject({
      next: ['x', 'y'],
      how: 'at random',
      then: ['z'],
    })
  })

  test('an agent without a call counts as idle the longest', () => {
    expect(
      nextAgents(rules('longest-idle-agent'), [...trio, agent('new', { position: 9 })], NOW, 0).next,
    ).toEqual(['new'])
  })

  test('round-robin continues after the last position, and wraps around', () => {
    const agents = trio.map((one) => (one.id === 'c' ? { ...one, lastOfferedAt: NOW } : one))
    expect(nextAgents(rules('round-robin'), agents, NOW, 0).next).toEqual(['a'])
  })

  test('gives the reason that an agent is skipped', () => {
    const agents = [
      agent('out', { status: 'Logged Out' }),
      agent('break', { status: 'On Break' }),
      agent('dnd', { reachable: false }),
      agent('talking', { onCall: true }),
      agent('wrapping', { lastBridgeEndedAt: NOW - 10_000 }),
      agent('ready', { lastBridgeEndedAt: NOW - 10_001 }),
    ]
    expect(nextAgents(rules('top-down'), agents, NOW, 0)).toEqual({
      next: ['ready'],
      how: 'one',
      then: [],
      unavailable: [
        { id: 'out', reason: 'logged out' },
        { id: 'break', reason: 'on break' },
        { id: 'dnd', reason: 'unreachable' },
        { id: 'talking', reason: 'on a call' },
        { id: 'wrapping', reason: 'wrapping up' },
      ],
    })
  })

  test('with tier rules, rings the first tier at once and the second after twice the wait', () => {
    const agents = [agent('busy', { lastBridgeEndedAt: NOW }), agent('second', { level: 2 })]
    const tiers = rules('top-down', { tierRulesApply: true, tierRuleWait: 30 })
    expect(nextAgents(tiers, agents, NOW, 59)).toMatchObject({
      next: [],
      unavailable: [
        { id: 'busy', reason: 'wrapping up' },
        { id: 'second', reason: 'level not reached' },
      ],
    })
    expect(nextAgents(tiers, agents, NOW, 60).next).toEqual(['second'])
  })

  test('with tier rules, a tier without agents adds no wait', () => {
    const agents = [agent('gone', { status: 'Logged Out' }), agent('second', { level: 2 })]
    expect(nextAgents(rules('top-down', { tierRulesApply: true }), agents, NOW, 0).next).toEqual(['second'])
  })

  test('lists every agent exactly once', () => {
    fc.assert(
      fc.property(manyRules, manyAgents, waits, (given, agents, waited) => {
        const { next, then, unavailable } = nextAgents(given, agents, NOW, waited)
        const named = [...next, ...then, ...unavailable.map(({ id }) => id)]
        expect(named.toSorted()).toEqual(agents.map(({ id }) => id).toSorted())
      }),
    )
  })

  test('never offers a call to an unavailable agent, and always finds one if any agent is free', () => {
    fc.assert(
      fc.property(manyRules, manyAgents, (given, agents) => {
        const { next } = nextAgents({ ...given, tierRulesApply: false }, agents, NOW, 0)
        const free = agents.filter(
          ({ status, reachable, onCall, lastBridgeEndedAt, wrapUpTime }) =>
            status === 'Available' && reachable && !onCall && lastBridgeEndedAt < NOW - wrapUpTime * 1000,
        )
        expect(free.map(({ id }) => id)).toEqual(expect.arrayContaining(next))
        expect(next.length > 0).toBe(free.length > 0)
        if (given.strategy === 'ring-all') expect(next).toHaveLength(free.length)
      }),
    )
  })

  test('offers a call to the agent idle the longest, whatever calls that agent missed', () => {
    fc.assert(
      fc.property(manyAgents, (agents) => {
        const of = (id: string | undefined) => agents.find((one) => one.id === id)
        const { next, then } = nextAgents(rules('longest-idle-agent'), agents, NOW, 0)
        const first = of(next[0])
        const idle = then.flatMap((id) => {
          const one = of(id)
          return one && one.level === first?.level ? [one.lastBridgeEndedAt] : []
        })
        for (const since of idle) expect(first?.lastBridgeEndedAt).toBeLessThanOrEqual(since)
      }),
    )
  })

  test('top-down calls who shares a place the next time round', () => {
    const agents = ['a', 'b', 'c', 'd'].map((id, at) => agent(id, { position: at < 3 ? 1 : 2 }))
    const { next, then } = nextAgents(rules('top-down'), agents, NOW, 0)
    expect([...next, ...then]).toEqual(['a', 'd', 'b', 'c'])
  })

  test('never skips a tier, except to continue round-robin or top-down', () => {
    fc.assert(
      fc.property(manyRules, manyAgents, waits, (given, agents, waited) => {
        fc.pre(given.strategy !== 'round-robin' && given.strategy !== 'top-down')
        const { next, then } = nextAgents(given, agents, NOW, waited)
        const levels = [...next, ...then].map((id) => agents.find((one) => one.id === id)?.level ?? 0)
        expect(levels).toEqual(levels.toSorted((a, b) => a - b))
      }),
    )
  })

  test('never offers fewer agents as a caller waits longer', () => {
    fc.assert(
      fc.property(manyRules, manyAgents, waits, waits, (given, agents, waited, more) => {
        const callable = (seconds: number) => {
          const { next, then } = nextAgents(given, agents, NOW, seconds)
          return [...next, ...then]
        }
        expect(callable(waited + more)).toEqual(expect.arrayContaining(callable(waited)))
      }),
    )
  })

  test('round-robin reaches every free agent when each takes a call in turn', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), (count) => {
        let agents = Array.from({ length: count }, (_, index) =>
          agent(String(index), { position: index + 1 }),
        )
        const offered: string[] = []
        for (let call = 0; call < count; call++) {
          const [id] = nextAgents(rules('round-robin'), agents, NOW, 0).next
          offered.push(id ?? '')
          agents = agents.map((one) => (one.id === id ? { ...one, lastOfferedAt: NOW + call } : one))
        }
        expect(offered).toEqual(agents.map(({ id }) => id))
      }),
    )
  })
})

describe('agents in any order', () => {
  const mixed = [
    agent('d', { level: 2, position: 1 }),
    agent('c', { position: 3 }),
    agent('a', { position: 1 }),
    agent('b', { position: 2 }),
  ]
  const offered = (strategy: QueueStrategy, given: Partial<QueueRules> = {}, waited = 0) => {
    const { next, then } = nextAgents(rules(strategy, given), mixed, NOW, waited)
    return [next.join(' '), then.join(' ')]
  }

  test('are offered calls by tier and position', () => {
    expect(offered('ring-all')).toEqual(['a b c d', ''])
    expect(offered('top-down')).toEqual(['a', 'b c d'])
    expect(offered('sequentially-by-agent-order')).toEqual(['a', 'b c d'])
    expect(offered('random')).toEqual(['c a b', 'd'])
  })

  test('are reached tier by tier', () => {
    expect(offered('top-down', { tierRulesApply: true })).toEqual(['a', 'b c'])
    expect(offered('top-down', { tierRulesApply: true }, 60)).toEqual(['a', 'b c d'])
  })
})
