import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { Refusal } from '@/lib/errors'
import type { AgentEvent } from '@/lib/switch/agent/agent-event'
import { moveAgent } from '@/lib/telephony/queue-board'
import { zoneAtNoon } from '../support/business-zone'
import { callerOf, serviceClient } from '../support/clients'
import { query, storedRow } from '../support/database'
import { newAgent, newQueue, newTier } from '../support/factories/call-groups'
import { newTenant } from '../support/factories/companies'
import { newSwitch } from '../support/factories/gateways'
import { insertRow, newId } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'

let tenant: { id: string; domain: string }
let queue: { id: string }
let agent: { id: string; extension_id: string }
let freeSwitch: { id: string }
let outbox: string
let sequence: number
beforeEach(async () => {
  tenant = await insertRow('tenants', await newTenant({ time_zone: zoneAtNoon() }))
  const of = { tenant_id: tenant.id }
  queue = await insertRow('call_center_queues', await newQueue({ ...of, number: '8000' }))
  agent = await insertRow('call_center_agents', await newAgent({ ...of, status: 'Available' }))
  await insertRow('call_center_tiers', await newTier({ ...of, queue_id: queue.id, agent_id: agent.id }))
  freeSwitch = await insertRow('switches', await newSwitch())
  outbox = randomUUID()
  sequence = 0
})

const deliver = async (agentEvents: readonly AgentEvent[]) => {
  const entries = agentEvents.map((agentEvent) => ({ sequence: ++sequence, ...agentEvent }))
  await serviceClient().rpc('store_switch_events', { switch: freeSwitch.id, outbox, entries }).throwOnError()
}
const now = Date.now()
const at = (seconds: number) => new Date(now - 60_000 + seconds * 1000).toISOString()
type Waited = Extract<AgentEvent, { kind: 'waited' }>['data']
const waited = (seconds: number, given: Partial<Waited> = {}): AgentEvent => ({
  kind: 'waited',
  data: {
    at: at(seconds),
    domain: tenant.domain,
    queue: '8000',
    call: newId(),
    caller_number: '+12075550123',
    joined_at: at(0),
    outcome: 'answered',
    agent: given.outcome === undefined ? agent.id : null,
    ...given,
  },
})
const onBreak = (since = new Date().toISOString()): AgentEvent => ({
  kind: 'agent',
  data: { at: since, domain: tenant.domain, agent: agent.id, status: 'On Break' },
})
const board = async () => {
  const { client } = await callerOf('tech')
  return (await client.rpc('queue_board', { tenant: tenant.id }).throwOnError()).data
}

describe('a tenant’s queues', () => {
  test('count today’s waits by outcome and by waiting time', async () => {
    await deliver([
      waited(5),
      waited(20),
      waited(50),
      waited(10, { outcome: 'abandoned' }),
      waited(30, { outcome: 'timed_out' }),
    ])
    expect(await board()).toMatchObject({
      queues: [
        {
          id: queue.id,
          enabled: true,
          answered: 3,
          in_time: 2,
          abandoned: 1,
          left: 1,
          waited_seconds: 75,
          longest_seconds: 50,
        },
      ],
      agents: [{ id: agent.id, status: 'Available', reachable: true, answered: 3, queues: [queue.id] }],
    })
  })

  test.each(['enabled = false', 'suspended = true', 'do_not_disturb = true'])(
    'know that the switch sends no calls to an agent whose extension is %s',
    async (change) => {
      const listed = () =>
        callerOf('tech').then(({ client }) =>
          client.rpc('record_page', { target_table: 'call_center_queues', tenant: tenant.id }).throwOnError(),
        )
      expect((await listed()).data).toMatchObject([{ agents: 1, available_agents: 1 }])
      await query(`update public.extensions set ${change} where id = $1`, [agent.extension_id])
      expect(await board()).toMatchObject({ agents: [{ status: 'Available', reachable: false }] })
      expect((await listed()).data).toMatchObject([{ agents: 1, available_agents: 0 }])
    },
  )

  test('count a wait reported twice only once', async () => {
    const one = waited(5)
    await deliver([one])
    outbox = randomUUID()
    await deliver([one])
    expect(await board()).toMatchObject({ queues: [{ answered: 1 }] })
  })

  test('count the waits on a switch that has been deleted since', async () => {
    await deliver([waited(5)])
    await query('delete from public.switches where id = $1', [freeSwitch.id])
    expect(await board()).toMatchObject({ queues: [{ answered: 1 }], agents: [{ answered: 1 }] })
  })

  test('ignore yesterday’s waits', async () => {
    await deliver([waited(5)])
    await query(
      "update public.queue_waits set joined_at = joined_at - interval '1 day', left_at = left_at - interval '1 day' where tenant_id = $1",
      [tenant.id],
    )
    expect(await board()).toMatchObject({ queues: [{ answered: 0, longest_seconds: 0 }] })
  })

  test('show a disabled one while it has waits of today', async () => {
    await query('update public.call_center_queues set enabled = false where id = $1', [queue.id])
    expect(await board()).toMatchObject({ queues: [] })
    await deliver([waited(5)])
    expect(await board()).toMatchObject({ queues: [{ id: queue.id, enabled: false, answered: 1 }] })
  })

  test('forget waits after 90 days', async () => {
    const waits = () => query('select 1 from public.queue_waits where queue_id = $1', [queue.id])
    await deliver([waited(5), waited(6)])
    await query(
      `update public.queue_waits set joined_at = joined_at - interval '91 days', left_at = left_at - interval '91 days'
       where id = (select id from public.queue_waits where queue_id = $1 limit 1)`,
      [queue.id],
    )
    await serviceClient().rpc('delete_old_queue_waits').throwOnError()
    expect(await waits()).toHaveLength(1)
  })

  test('accept reports only from a switch that serves the tenant', async () => {
    freeSwitch = await insertRow('switches', await newSwitch({ all_tenants: false }))
    await deliver([waited(5), onBreak()])
    expect(await board()).toMatchObject({ queues: [{ answered: 0 }], agents: [{ status: 'Available' }] })
  })
})

test('an agent’s last call is the last one that their own extension took from a queue', async () => {
  const { extension } = (await storedRow('extensions', agent.extension_id)) ?? {}
  const other = await insertRow('tenants', await newTenant())
  const ended = (of: string, minutes: number, given: object) =>
    query(
      `insert into public.live_calls (tenant_id, switch_id, call_uuid, direction, caller_number, caller_name, called_number,
         other_number, state, queue_id, started_at, state_at, ended_at, change)
       select $1, $2, gen_random_uuid(), 'inbound', c.caller, '', '+12075550140', c.other, c.state, c.queue, now(), now(),
         date_trunc('second', now()) - make_interval(mins => $3), 1
       from jsonb_to_record($4) c (caller text, other text, state text, queue uuid)`,
      [of, freeSwitch.id, minutes, { caller: '+12075550123', state: 'talking', queue: queue.id, ...given }],
    )
  await ended(tenant.id, 9, { other: extension })
  await ended(tenant.id, 8, { other: extension })
  await ended(tenant.id, 7, { other: '9999' })
  await ended(other.id, 6, { other: extension, queue: null })
  await ended(tenant.id, 5, { other: extension, queue: null })
  await ended(tenant.id, 4, { caller: extension })
  await ended(tenant.id, 3, { other: extension, state: 'waiting' })
  const told = (await board()) as { now: string; agents: { last_call_ended_at: string }[] }
  const ago = Date.parse(told.now) - Date.parse(told.agents[0]?.last_call_ended_at ?? '')
  expect(Math.round(ago / 60_000)).toBe(8)
})

test('an agent whom the switch put on break stays signed in if someone has signed them in since', async () => {
  await deliver([onBreak(at(-120))])
  expect(await board()).toMatchObject({ agents: [{ status: 'Available' }] })
})

test('an agent put on break by the switch is on break here too, with an audit entry', async () => {
  await deliver([onBreak()])
  expect(await board()).toMatchObject({ agents: [{ status: 'On Break' }] })
  expect(
    await query(
      "select actor_email, changes -> 'status' as status from public.audit_log where record_id = $1 and action = 'update'",
      [agent.id],
    ),
  ).toEqual([{ actor_email: 'the switch', status: ['Available', 'On Break'] }])
})

describe('an agent who is moved between queues', () => {
  let other: { id: string }
  beforeEach(async () => {
    other = await insertRow('call_center_queues', await newQueue({ tenant_id: tenant.id, number: '8001' }))
    const of = await insertRow('extensions', await newExtension({ tenant_id: tenant.id, extension: '1009' }))
    const colleague = await insertRow(
      'call_center_agents',
      await newAgent({ tenant_id: tenant.id, extension_id: of.id }),
    )
    await insertRow(
      'call_center_tiers',
      await newTier({ tenant_id: tenant.id, queue_id: other.id, agent_id: colleague.id, position: 3 }),
    )
  })
  const move = async (add: string[], remove: string[]) => {
    const { client } = await callerOf('tech')
    return moveAgent(client, tenant.id, agent.id, { add, remove })
  }
  const queues = () =>
    query<{ queue_id: string; position: number }>(
      'select queue_id, position from public.call_center_tiers where agent_id = $1',
      [agent.id],
    )

  test('leaves one and comes at the end of the other, once however often it is sent', async () => {
    for (let times = 0; times < 2; times++) await move([other.id], [queue.id])
    expect(await queues()).toEqual([{ queue_id: other.id, position: 4 }])
  })

  test('stays where they were if one of the changes is impossible', async () => {
    const before = await queues()
    const foreign = await insertRow('call_center_queues', await newQueue())
    await expect(move([foreign.id], [queue.id])).rejects.toBeInstanceOf(Refusal)
    expect(await queues()).toEqual(before)
  })
})
