import { beforeAll, describe, expect, test } from 'vitest'
import { applyAgentSchedules } from '@/lib/jobs/jobs'
import { type Caller, callersByRole, type Role, serviceClient } from '../support/clients'
import { query, rolledBack, storedRow, withDatabase } from '../support/database'
import { newAgent, newQueue, newTier } from '../support/factories/call-groups'
import { newTenant } from '../support/factories/companies'
import { newRecording } from '../support/factories/recordings'
import { newTimeConditionRule } from '../support/factories/routing'
import { type Given, insertRow, newId } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { code?: string }) => error.code,
  )

describe('an agent with office hours', () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  /** An agent whose schedule is open on the rule's days, and whose status was set five days ago. */
  async function agentOf(days: Given<'time_condition_rules'>, status: string) {
    const rule = await newTimeConditionRule({ state: 'open', weekdays: [], time_ranges: [], ...days })
    const { time_condition_id, tenant_id } = await insertRow('time_condition_rules', rule)
    const agent = {
      tenant_id,
      time_condition_id,
      status,
      status_changed_at: new Date(`${day(5)}T12:00:00Z`).toISOString(),
    }
    return (await insertRow('call_center_agents', await newAgent(agent))).id
  }
  const statusOf = async (id: string) => (await storedRow('call_center_agents', id))?.status

  test('is signed in and out by the server as the hours start and end', async () => {
    const opened = await agentOf({ date_from: day(2) }, 'Logged Out')
    const closed = await agentOf({ date_to: day(2) }, 'On Break')
    await applyAgentSchedules(serviceClient())
    expect([await statusOf(opened), await statusOf(closed)]).toEqual(['Available', 'Logged Out'])
    const trail = await query(
      'select actor_email from public.audit_log where record_id = $1 and action = $2',
      [opened, 'update'],
    )
    expect(trail).toEqual([{ actor_email: 'The schedule' }])
    await query('update public.call_center_agents set status = $2 where id = $1', [opened, 'On Break'])
    await applyAgentSchedules(serviceClient())
    expect(await statusOf(opened)).toBe('On Break')
  })

  test('waits for the next run while it is being saved or its tenant deleted, and nobody waits with it', async () => {
    const ids: string[] = []
    for (let agent = 0; agent < 3; agent++) ids.push(await agentOf({ date_from: day(2) }, 'Logged Out'))
    const statuses = () => Promise.all(ids.map(statusOf))
    await rolledBack(async (busy) => {
      await busy.query('select from public.call_center_agents where id = $1 for update', [ids[0]])
      await busy.query(
        'select from public.tenants where id = (select tenant_id from public.call_center_agents where id = $1) for update',
        [ids[1]],
      )
      await applyAgentSchedules(serviceClient())
      expect(await statuses()).toEqual(['Logged Out', 'Logged Out', 'Available'])
    })
    await applyAgentSchedules(serviceClient())
    expect(await statuses()).toEqual(['Available', 'Available', 'Available'])
  })

  test('in a time zone unknown to the server does not hold up the others, and is reported', async () => {
    const [unreadable, other] = [
      await agentOf({ date_from: day(2) }, 'Logged Out'),
      await agentOf({ date_from: day(2) }, 'Logged Out'),
    ]
    const setZone = (zone: string | null) =>
      withDatabase(async (client) => {
        await client.query("begin; set local session_replication_role = 'replica'")
        await client.query(
          `update public.time_conditions set time_zone = $2
           where id = (select time_condition_id from public.call_center_agents where id = $1)`,
          [unreadable, zone],
        )
        await client.query('commit')
      })
    await setZone('America/Newest')
    const signedIn = applyAgentSchedules(serviceClient())
    await expect(signedIn).rejects.toThrow('Some agents have hours that cannot be read.')
    expect([await statusOf(unreadable), await statusOf(other)]).toEqual(['Logged Out', 'Available'])
    await setZone(null)
    await applyAgentSchedules(serviceClient())
    expect(await statusOf(unreadable)).toBe('Available')
  })

  test('has hours that the server is sent once for all agents who have them', async () => {
    const first = await agentOf({ date_from: day(2) }, 'Available')
    const { tenant_id, time_condition_id } = (await storedRow('call_center_agents', first)) ?? {}
    const of = { tenant_id, time_condition_id } as { tenant_id: string; time_condition_id: string }
    const { id: extension_id } = await insertRow(
      'extensions',
      await newExtension({ tenant_id: of.tenant_id, extension: '1099' }),
    )
    const second = (
      await insertRow('call_center_agents', await newAgent({ ...of, extension_id, name: 'Support desk 2' }))
    ).id
    const { data } = await serviceClient().rpc('scheduled_agents').throwOnError()
    const sent = data as unknown as { hours: { id: string }; agents: { id: string }[] }[]
    const mine = sent.filter(({ hours }) => hours.id === time_condition_id)
    expect(mine.map(({ agents }) => agents.map(({ id }) => id).sort())).toEqual([[first, second].sort()])
  })

  test('cannot be signed in or out this way by anyone else', async () => {
    for (const role of ['superadmin', 'tech'] as const) {
      const { client } = callers[role]
      expect((await client.rpc('scheduled_agents')).error).not.toBeNull()
      expect((await client.rpc('apply_agent_schedules', { agents: [] })).error).not.toBeNull()
    }
  })
})

describe('a queue', () => {
  test.each<[string, Given<'call_center_queues'>, boolean]>([
    ['a name of 75 characters', { name: 'n'.repeat(75) }, true],
    ['a name of 76 characters', { name: 'n'.repeat(76) }, false],
    ['an unknown strategy', { strategy: 'fastest' }, false],
    ['an unlimited wait', { max_wait_time: 0, max_wait_time_with_no_agent: 0 }, true],
    ['a wait of a day', { max_wait_time: 86400 }, true],
    ['a wait beyond a day', { max_wait_time: 86401 }, false],
    ['a wait below 0', { max_wait_time_with_no_agent: -1 }, false],
    ['a tier wait of an hour', { tier_rule_wait: 3600 }, true],
    ['a tier wait beyond an hour', { tier_rule_wait: 3601 }, false],
    ['announcements every 4 s', { announce_interval: 4 }, false],
    ['announcements every 5 s', { announce_interval: 5 }, true],
    ['an exit key', { exit_key: '*' }, true],
    ['an exit key of two keys', { exit_key: '12' }, false],
    ['an invalid exit key', { exit_key: 'A' }, false],
  ])('with %s: %o, accepted %s', async (_, given, accepted) => {
    const row = await newQueue(given)
    expect(await codeOf(insertRow('call_center_queues', row))).toBe(accepted ? undefined : '23514')
    expect((await storedRow('call_center_queues', row.id)) !== undefined).toBe(accepted)
  })

  test('has the defaults in docs/telephony.md', async () => {
    expect(await insertRow('call_center_queues', await newQueue())).toMatchObject({
      strategy: 'longest-idle-agent',
      record: false,
      max_wait_time: 0,
      max_wait_time_with_no_agent: 90,
      tier_rules_apply: false,
      tier_rule_wait: 30,
      discard_abandoned_after: 900,
      exit_key: null,
    })
  })

  test('claims its number and is a destination for calls', async () => {
    const queue = await insertRow('call_center_queues', await newQueue())
    const { tenant_id } = queue
    const error = await insertRow('extensions', await newExtension({ tenant_id, extension: '7000' })).catch(
      (thrown) => thrown,
    )
    expect(error).toMatchObject({
      code: '23505',
      message: '7000 is already taken by the queue Support.',
    })
    expect(await storedRow('destinations', queue.id)).toMatchObject({
      kind: 'call_centers',
      number: '7000',
      name: 'Support',
    })
  })

  test('routes to and plays only what belongs to its own tenant, and not itself', async () => {
    const stranger = await insertRow('extensions', await newExtension())
    const row = await newQueue({ timeout_destination_id: stranger.id })
    const { id: recording } = await insertRow('recordings', await newRecording())
    for (const column of [
      'greeting_recording_id',
      'hold_music_recording_id',
      'announce_recording_id',
    ] as const) {
      expect(await codeOf(insertRow('call_center_queues', await newQueue({ [column]: recording })))).toBe(
        '23503',
      )
    }
    expect(await codeOf(insertRow('call_center_queues', row))).toBe('23503')
    expect(await codeOf(insertRow('call_center_queues', { ...row, timeout_destination_id: row.id }))).toBe(
      '23514',
    )
    expect(await storedRow('call_center_queues', row.id)).toBeUndefined()
  })
})

describe('an agent', () => {
  test.each<[string, Given<'call_center_agents'>, boolean]>([
    ['a call timeout of 0 s', { call_timeout: 0 }, false],
    ['a call timeout of 300 s', { call_timeout: 300 }, true],
    ['a call timeout of 301 s', { call_timeout: 301 }, false],
    ['any number of unanswered calls', { max_no_answer: 0 }, true],
    ['101 unanswered calls', { max_no_answer: 101 }, false],
    ['a wrap-up of an hour', { wrap_up_time: 3600 }, true],
    ['a wrap-up beyond an hour', { wrap_up_time: 3601 }, false],
    ['a delay below 0', { reject_delay_time: -1 }, false],
    ['a made-up status', { status: 'At lunch' }, false],
  ])('with %s: %o, accepted %s', async (_, given, accepted) => {
    const row = await newAgent(given)
    expect(await codeOf(insertRow('call_center_agents', row))).toBe(accepted ? undefined : '23514')
    expect((await storedRow('call_center_agents', row.id)) !== undefined).toBe(accepted)
  })

  test('has the defaults in docs/telephony.md and starts logged out', async () => {
    expect(await insertRow('call_center_agents', await newAgent())).toMatchObject({
      status: 'Logged Out',
      call_timeout: 20,
      max_no_answer: 3,
      wrap_up_time: 10,
    })
  })

  test('has an extension of the same tenant that no other agent has', async () => {
    const agent = await insertRow('call_center_agents', await newAgent())
    const { tenant_id, extension_id } = agent
    expect(await codeOf(insertRow('call_center_agents', await newAgent({ tenant_id, extension_id })))).toBe(
      '23505',
    )
    const stranger = await insertRow('extensions', await newExtension())
    const row = await newAgent({ tenant_id, extension_id: stranger.id })
    expect(await codeOf(insertRow('call_center_agents', row))).toBe('23503')
    const { error } = await callers.tech.client.from('extensions').delete().eq('id', extension_id)
    expect(error?.code).toBe('23503')
    expect(await storedRow('extensions', extension_id)).toBeDefined()
  })

  test('records when its status changed', async () => {
    const since = '2026-01-05T10:00:00+00:00'
    const agent = await insertRow('call_center_agents', await newAgent({ status_changed_at: since }))
    const { client } = callers.tech
    await client.from('call_center_agents').update({ name: 'Renamed' }).eq('id', agent.id)
    expect(await storedRow('call_center_agents', agent.id)).toMatchObject({ status_changed_at: since })
    const { data } = await client.rpc('save_record', {
      target_table: 'call_center_agents',
      record: agent.id,
      tenant: agent.tenant_id,
      expected_version: 2,
      record_values: { status: 'Available' },
    })
    expect(data).toMatchObject({ status: 'Available', version: 3 })
    const { status_changed_at } = (await storedRow('call_center_agents', agent.id)) as {
      status_changed_at: string
    }
    expect(Date.parse(status_changed_at)).toBeGreaterThan(Date.parse(since))
  })
})

describe('a queue tier', () => {
  test.each<[string, Given<'call_center_tiers'>, boolean]>([
    ['level 1, position 1', { level: 1, position: 1 }, true],
    ['level 999, position 999', { level: 999, position: 999 }, true],
    ['level 0', { level: 0 }, false],
    ['position 0', { position: 0 }, false],
    ['level 1000', { level: 1000 }, false],
  ])('at %s: %o, accepted %s', async (_, given, accepted) => {
    const row = await newTier(given)
    expect(await codeOf(insertRow('call_center_tiers', row))).toBe(accepted ? undefined : '23514')
    expect((await storedRow('call_center_tiers', row.id)) !== undefined).toBe(accepted)
  })

  test('puts an agent in a queue of the same tenant, once', async () => {
    const tier = await insertRow('call_center_tiers', await newTier())
    expect(await codeOf(insertRow('call_center_tiers', { ...tier, id: newId() }))).toBe('23505')
    const stranger = await insertRow('call_center_agents', await newAgent())
    expect(
      await codeOf(insertRow('call_center_tiers', { ...tier, id: newId(), agent_id: stranger.id })),
    ).toBe('23503')
    const elsewhere = await insertRow('call_center_queues', await newQueue())
    expect(
      await codeOf(insertRow('call_center_tiers', { ...tier, id: newId(), queue_id: elsewhere.id })),
    ).toBe('23503')
    expect(
      await query('select 1 from public.call_center_tiers where tenant_id = $1', [tier.tenant_id]),
    ).toHaveLength(1)
  })

  test('is deleted with its queue, and keeps its agent from being deleted', async () => {
    const tier = await insertRow('call_center_tiers', await newTier())
    const { client } = callers.tech
    const refused = await client.from('call_center_agents').delete().eq('id', tier.agent_id)
    expect(refused.error?.code).toBe('23503')
    const uses = await client.rpc('used_by', { target_table: 'call_center_agents', target: tier.agent_id })
    expect(uses.data).toEqual([
      expect.objectContaining({ table_name: 'call_center_queues', record_id: tier.queue_id }),
    ])
    await client.from('call_center_queues').delete().eq('id', tier.queue_id)
    expect(await storedRow('call_center_tiers', tier.id)).toBeUndefined()
    await client.from('call_center_agents').delete().eq('id', tier.agent_id)
    expect(await storedRow('call_center_agents', tier.agent_id)).toBeUndefined()
  })
})

describe('saving a queue', () => {
  test('stores it with its tiers in one step, or not at all', async () => {
    const tenant = (await insertRow('tenants', await newTenant())).id
    const agent = await insertRow('call_center_agents', await newAgent({ tenant_id: tenant }))
    const id = newId()
    const save = (expected_version: number | null, rows: Given<'call_center_tiers'>[]) =>
      callers.tech.client.rpc('save_record', {
        target_table: 'call_center_queues',
        record: id,
        tenant,
        expected_version: expected_version as number,
        record_values: { name: 'Support', number: '7000' },
        children: { call_center_tiers: { parent: 'queue_id', rows } },
      })
    const tier = { id: newId(), agent_id: agent.id, level: 1, position: 1 }
    expect((await save(null, [{ ...tier, level: 0 }])).error?.code).toBe('23514')
    expect(await storedRow('call_center_queues', id)).toBeUndefined()
    expect((await save(null, [tier])).error).toBeNull()
    expect(await storedRow('call_center_tiers', tier.id)).toMatchObject({ queue_id: id, tenant_id: tenant })
    expect((await save(1, [])).data).toMatchObject({ version: 2 })
    expect(await storedRow('call_center_tiers', tier.id)).toBeUndefined()
  })
})

describe('the list of queues', () => {
  test('shows the agents of a queue and how many are available', async () => {
    const tier = await insertRow('call_center_tiers', await newTier())
    const extension = await insertRow(
      'extensions',
      await newExtension({ tenant_id: tier.tenant_id, extension: '2002' }),
    )
    const second = await insertRow(
      'call_center_agents',
      await newAgent({
        tenant_id: tier.tenant_id,
        extension_id: extension.id,
        name: 'Second',
        status: 'Available',
      }),
    )
    await insertRow(
      'call_center_tiers',
      await newTier({ tenant_id: tier.tenant_id, queue_id: tier.queue_id, agent_id: second.id }),
    )
    const list = async (target_table: string, role: Role = 'tech') =>
      (await callers[role].client.rpc('record_page', { target_table, tenant: tier.tenant_id })).data
    expect(await list('call_center_queues')).toEqual([
      expect.objectContaining({ id: tier.queue_id, agents: 2, available_agents: 1 }),
    ])
    expect(await list('call_center_agents')).toEqual([
      expect.objectContaining({ name: 'Second', extension: '2002', queues: 1 }),
      expect.objectContaining({ name: 'Support desk 1', extension: '2001', queues: 1 }),
    ])
    expect(await list('call_center_agents', 'nomember')).toEqual([])
  })
})
