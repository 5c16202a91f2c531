import { beforeAll, describe, expect, test } from 'vitest'
import { zoneAtNoon } from '../support/business-zone'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { newAgent, newQueue } from '../support/factories/call-groups'
import { newCall, newCallLeg } from '../support/factories/cdr'
import { newTenant } from '../support/factories/companies'
import { newQueueWait } from '../support/factories/registrations'
import { insertRow } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

describe('call_center_figures', () => {
  const figuresOf = async (tenant: string, role: Role = 'tech') =>
    (await callers[role].client.rpc('call_center_figures', { tenant })).data

  const NONE = {
    ...{ calls_answered: 0, talk_time: 0, queue_calls: 0, queue_talk_time: 0 },
    ...{ last_offered_at: null, last_bridge_ended_at: null },
  }

  test('are zero without calls today, and only for users who may view agents', async () => {
    const agent = await insertRow('call_center_agents', await newAgent())
    expect(await figuresOf(agent.tenant_id)).toEqual([{ agent_id: agent.id, ...NONE }])
    expect(await figuresOf(agent.tenant_id, 'nomember')).toEqual([])
  })

  test('come from today’s calls to the agents’ extensions', async () => {
    const tenant = await insertRow('tenants', await newTenant({ time_zone: zoneAtNoon() }))
    const agent = await insertRow('call_center_agents', await newAgent({ tenant_id: tenant.id }))
    const { tenant_id, extension_id } = agent
    const second = await insertRow('extensions', await newExtension({ tenant_id, extension: '2002' }))
    const idle = await insertRow(
      'call_center_agents',
      await newAgent({ tenant_id, extension_id: second.id, name: 'Idle' }),
    )
    const now = new Date().toISOString()
    const call = { tenant_id, extension_id, start_at: now, end_at: now, direction: 'inbound' }
    const dayBefore = new Date(Date.now() - 86_400_000).toISOString()
    await insertRow('cdr', await newCall({ ...call, status: 'answered', talk_seconds: 90 }))
    await insertRow('cdr', await newCall({ ...call, status: 'missed', talk_seconds: 0 }))
    await insertRow(
      'cdr',
      await newCall({ ...call, direction: 'outbound', status: 'answered', talk_seconds: 500 }),
    )
    await insertRow(
      'cdr',
      await newCall({
        ...call,
        start_at: dayBefore,
        end_at: dayBefore,
        status: 'answered',
        talk_seconds: 700,
      }),
    )
    const figures = (await figuresOf(tenant_id)) ?? []
    const of = ({ id }: { id: string }) => figures.find(({ agent_id }) => agent_id === id)
    // No queue's: the strategies do not count it.
    const uncounted = { queue_calls: 0, queue_talk_time: 0, last_bridge_ended_at: null }
    expect(of(agent)).toMatchObject({ calls_answered: 1, talk_time: 90, ...uncounted })
    expect(Date.parse(String(of(agent)?.last_offered_at))).toBe(Date.parse(now))
    expect(of(idle)).toEqual({ agent_id: idle.id, ...NONE })
  })

  test('count a call from a queue for the agent who took it and passed it on, too', async () => {
    const tenant = await insertRow('tenants', await newTenant({ time_zone: zoneAtNoon() }))
    const { id: tenant_id } = tenant
    const agent = await insertRow('call_center_agents', await newAgent({ tenant_id }))
    const queue = await insertRow('call_center_queues', await newQueue({ tenant_id }))
    const last = await insertRow('extensions', await newExtension({ tenant_id, extension: '2002' }))
    const call = await insertRow(
      'cdr',
      await newCall({
        tenant_id,
        extension_id: last.id,
        direction: 'inbound',
        status: 'answered',
        talk_seconds: 90,
      }),
    )
    const taken = { agent_id: agent.id, call_uuid: call.id, left_at: call.end_at, outcome: 'answered' }
    await insertRow(
      'queue_waits',
      await newQueueWait({ tenant_id, queue_id: queue.id, joined_at: String(call.start_at), ...taken }),
    )
    const [whole] = (await figuresOf(tenant_id)) ?? []
    expect(whole).toMatchObject({ calls_answered: 1, talk_time: 90 })
    const after = (seconds: number) =>
      new Date(Date.parse(String(call.end_at)) + seconds * 1000).toISOString()
    const leg = { number: '2001', started_at: after(-5), answered_at: after(0.4), ended_at: after(20) }
    await insertRow('cdr_legs', await newCallLeg({ tenant_id, call_id: call.id, leg }))
    const [own] = (await figuresOf(tenant_id)) ?? []
    expect(own).toMatchObject({ calls_answered: 1, talk_time: 20 })
    expect(Date.parse(String(own?.last_bridge_ended_at))).toBe(Date.parse(after(20)))
  })

  test('count the calls from inside that an agent took from a queue, not those that the agent made', async () => {
    const tenant = await insertRow('tenants', await newTenant({ time_zone: zoneAtNoon() }))
    const { id: tenant_id } = tenant
    const agent = await insertRow('call_center_agents', await newAgent({ tenant_id }))
    const queue = await insertRow('call_center_queues', await newQueue({ tenant_id }))
    const colleague = await insertRow('extensions', await newExtension({ tenant_id, extension: '2002' }))
    const inside = { tenant_id, direction: 'local' }
    await insertRow('cdr', await newCall({ ...inside, extension_id: agent.extension_id, talk_seconds: 1200 }))
    const taken = await insertRow(
      'cdr',
      await newCall({ ...inside, extension_id: colleague.id, talk_seconds: 90 }),
    )
    for (const joined_at of [taken.start_at, taken.answer_at]) {
      await insertRow(
        'queue_waits',
        await newQueueWait({
          tenant_id,
          queue_id: queue.id,
          agent_id: agent.id,
          call_uuid: taken.id,
          joined_at: String(joined_at),
          left_at: taken.end_at,
          outcome: 'answered',
        }),
      )
    }
    expect(await figuresOf(tenant_id)).toMatchObject([{ calls_answered: 1, talk_time: 90 }])
  })

  test('count what strategies compare from the queues’ calls since the agent became available', async () => {
    const tenant = await insertRow('tenants', await newTenant({ time_zone: zoneAtNoon() }))
    const { id: tenant_id } = tenant
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const agent = await insertRow(
      'call_center_agents',
      await newAgent({ tenant_id, status: 'Available', status_changed_at: minutesAgo(30) }),
    )
    const queue = await insertRow('call_center_queues', await newQueue({ tenant_id }))
    for (const [minutes, talk_seconds] of [
      [40, 90],
      [20, 60],
      [10, 30],
    ] as const) {
      const at = minutesAgo(minutes)
      const call = await insertRow(
        'cdr',
        await newCall({
          ...{ tenant_id, extension_id: agent.extension_id, direction: 'inbound', status: 'answered' },
          ...{ talk_seconds, start_at: at, end_at: at },
        }),
      )
      const taken = {
        agent_id: agent.id,
        call_uuid: call.id,
        joined_at: at,
        left_at: at,
        outcome: 'answered',
      }
      await insertRow('queue_waits', await newQueueWait({ tenant_id, queue_id: queue.id, ...taken }))
    }
    const [figures] = (await figuresOf(tenant_id)) ?? []
    expect(figures).toMatchObject({ calls_answered: 3, talk_time: 180, queue_calls: 2, queue_talk_time: 90 })
    expect(Date.now() - Date.parse(String(figures?.last_bridge_ended_at))).toBeLessThan(11 * 60_000)
  })

  test.each([
    ['is still available', 72, { queue_calls: 1, queue_talk_time: 90 }],
    ['has become available since', 1, { queue_calls: 0, queue_talk_time: 0 }],
  ])('know yesterday’s call from a queue of an agent who %s', async (_, hours, counted) => {
    const { id: tenant_id } = await insertRow('tenants', await newTenant({ time_zone: zoneAtNoon() }))
    const hoursAgo = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString()
    const agent = await insertRow(
      'call_center_agents',
      await newAgent({ tenant_id, status: 'Available', status_changed_at: hoursAgo(hours) }),
    )
    const queue = await insertRow('call_center_queues', await newQueue({ tenant_id }))
    const at = hoursAgo(26)
    const call = await insertRow(
      'cdr',
      await newCall({
        ...{ tenant_id, extension_id: agent.extension_id, direction: 'inbound', status: 'answered' },
        ...{ talk_seconds: 90, start_at: at, end_at: at },
      }),
    )
    const taken = { agent_id: agent.id, call_uuid: call.id, joined_at: at, left_at: at, outcome: 'answered' }
    await insertRow('queue_waits', await newQueueWait({ tenant_id, queue_id: queue.id, ...taken }))
    const [figures] = (await figuresOf(tenant_id)) ?? []
    expect(figures).toMatchObject({ calls_answered: 0, talk_time: 0, last_offered_at: null, ...counted })
    expect(Date.parse(String(figures?.last_bridge_ended_at))).toBe(Date.parse(at))
  })
})
