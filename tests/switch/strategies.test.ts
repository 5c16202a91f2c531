import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  newAgent,
  newQueue,
  newRingGroup,
  newRingGroupMember,
  newTier,
} from '../support/factories/call-groups'
import { insertRow } from '../support/factories/row'
import { openOffice, SAVED_MS } from '../support/switch/test-pbx'

/** An agent who is called again a second after a call, however it ended, and as often as there are calls. */
const AT_ONCE = {
  wrap_up_time: 1,
  busy_delay_time: 1,
  reject_delay_time: 1,
  no_answer_delay_time: 1,
  max_no_answer: 0,
}
/** Idle times and delays of agents are whole seconds. */
const IDLE_MS = 2500

const office = await openOffice()
const { tenant, desk, lobby, workshop, ids } = office
const of = { tenant_id: tenant.id }
await office.signIn()
afterEach(office.rest)

/** Calls a number until a phone rings, and hangs up. Returns which do. */
async function rings(number: string): Promise<string> {
  desk.manner = 'rings'
  lobby.manner = 'rings'
  const call = workshop.call(number)
  await expect.poll(() => desk.calls.length + lobby.calls.length, { timeout: 20_000 }).toBeGreaterThan(0)
  // A phone that is called with it rings at once.
  await pause(500)
  const who = [...(desk.calls.length > 0 ? ['desk'] : []), ...(lobby.calls.length > 0 ? ['lobby'] : [])]
  await office.rest()
  await call
  await pause(IDLE_MS)
  return who.join(' and ')
}

async function inTurn(number: string, calls: number): Promise<string[]> {
  const rung: string[] = []
  for (let n = 0; n < calls; n++) rung.push(await rings(number))
  return rung
}

describe('a queue offers its calls to', () => {
  const agents: Record<string, string> = {}
  const queue = async (
    number: string,
    strategy: string,
    members = ['1001', '1002'],
    given: object = {},
    levels: number[] = [],
  ) => {
    const { id } = await insertRow(
      'call_center_queues',
      await newQueue({ ...of, number, strategy, ...given }),
    )
    for (const [at, extension] of members.entries()) {
      const tier = {
        queue_id: id,
        agent_id: agents[extension],
        level: levels[at] ?? 1,
        position: at + 1,
      }
      await insertRow('call_center_tiers', await newTier({ ...of, ...tier }))
    }
  }
  const taken = async (number: string, seconds: number) => {
    const call = await workshop.call(number)
    await expect.poll(() => desk.calls.length + lobby.calls.length, { timeout: 20_000 }).toBe(1)
    await call.speak(seconds)
    await office.rest()
    await pause(IDLE_MS)
  }

  beforeAll(async () => {
    for (const extension of ['1001', '1002']) {
      const agent = { ...of, extension_id: ids[extension], status: 'Available', ...AT_ONCE }
      agents[extension] = (await insertRow('call_center_agents', await newAgent(agent))).id
    }
    await queue('8001', 'top-down', ['1001'])
    await queue('8002', 'top-down', ['1002'])
    await queue('8011', 'ring-all')
    await queue('8012', 'top-down')
    await queue('8013', 'sequentially-by-agent-order')
    await queue('8014', 'round-robin')
    await queue('8015', 'agent-with-fewest-calls')
    await queue('8016', 'agent-with-least-talk-time')
    await queue('8017', 'random')
    await queue('8018', 'longest-idle-agent')
    await queue('8019', 'top-down', ['1001', '1002'], { tier_rules_apply: true, tier_rule_wait: 60 }, [1, 2])
    await pause(SAVED_MS)
  })

  test('all its agents at once', async () => {
    expect(await rings('8011')).toBe('desk and lobby')
  })

  test.each([
    ['top down', '8012'],
    ['by agent order', '8013'],
  ])('its first agent for every caller, %s', async (_, number) => {
    await taken(number, 1)
    expect(await inTurn(number, 2)).toEqual(['desk', 'desk'])
  })

  test('the agent after the one called last', async () => {
    const rung = await inTurn('8014', 4)
    expect(rung).toEqual([rung[0], rung[1], rung[0], rung[1]])
    expect(new Set(rung)).toEqual(new Set(['desk', 'lobby']))
  })

  test('the agent with the fewest calls, or with the least talk time', async () => {
    // Until now the desk has had two calls of a second each.
    for (let n = 0; n < 4; n++) await taken('8002', 1)
    await taken('8001', 12)
    // The desk has had fewer calls, and has talked for longer. The lobby has been idle for longest.
    expect(await rings('8015')).toBe('desk')
    expect(await rings('8016')).toBe('lobby')
    await taken('8002', 1)
    // Now the desk has.
    expect(await rings('8016')).toBe('lobby')
  })

  test('the agent whose last call ended longest ago, again and again while that agent does not answer', async () => {
    await taken('8001', 1)
    await taken('8002', 1)
    expect(await inTurn('8018', 3)).toEqual(['desk', 'desk', 'desk'])
    await taken('8001', 1)
    expect(await inTurn('8018', 2)).toEqual(['lobby', 'lobby'])
  })

  test('the next tier at once, top down, when the last agent of a tier does not take it', async () => {
    desk.manner = 486
    const call = workshop.call('8019')
    await expect.poll(() => lobby.calls.length, { timeout: 20_000 }).toBe(1)
    expect(desk.calls).toHaveLength(1)
    await office.rest()
    await call
    await pause(IDLE_MS)
  })

  test('any of its agents', async () => {
    const rung = (await inTurn('8017', 12)).join(', ')
    expect(rung).toMatch(/desk/)
    expect(rung).toMatch(/lobby/)
    expect(rung).toMatch(/desk, desk|lobby, lobby/)
  })
})

describe('a ring group rings', () => {
  beforeAll(async () => {
    for (const [number, strategy] of [
      ['6001', 'simultaneous'],
      ['6002', 'enterprise'],
      ['6003', 'sequence'],
      ['6004', 'rollover'],
      ['6005', 'random'],
    ] as const) {
      const group = await insertRow('ring_groups', await newRingGroup({ ...of, number, strategy }))
      for (const [position, extension] of ['1002', '1001'].entries()) {
        const member = {
          ...of,
          ring_group_id: group.id,
          extension_id: ids[extension],
          position: position + 1,
          timeout: 5,
        }
        await insertRow('ring_group_members', await newRingGroupMember(member))
      }
    }
    await pause(SAVED_MS)
  })

  test.each([
    ['simultaneous', '6001', 'desk and lobby'],
    ['enterprise', '6002', 'desk and lobby'],
    ['sequence', '6003', 'lobby'],
    ['rollover', '6004', 'lobby'],
  ])('its members first: %s', async (_, number, first) => {
    expect(await inTurn(number, 2)).toEqual([first, first])
  })

  test.each([
    ['sequence', '6003'],
    ['rollover', '6004'],
  ])('the next member if the first is busy: %s', async (_, number) => {
    lobby.manner = 486
    expect((await workshop.call(number)).status).toBe(200)
    expect([lobby.calls.length, desk.calls.length]).toEqual([1, 1])
  })

  test('its members in random order', async () => {
    const rung = await inTurn('6005', 12)
    expect(new Set(rung)).toEqual(new Set(['desk', 'lobby']))
  })
})
