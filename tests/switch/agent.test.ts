import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { TEST_APP } from '@/scripts/lib/test-app'
import { callerOf } from '../support/clients'
import { query } from '../support/database'
import { newAgent, newQueue, newTier } from '../support/factories/call-groups'
import { newGateway } from '../support/factories/gateways'
import { newTimeCondition, newTimeConditionRule } from '../support/factories/routing'
import { insertRow } from '../support/factories/row'
import type { SipEndpoint } from '../support/switch/phone'
import { CALLER, SAVED_MS } from '../support/switch/test-pbx'
import { openAttendedOffice } from '../support/switch/test-pbx-agent'
import { vaultOf } from '../support/vault'

const { office, health } = await openAttendedOffice()

const SOON = { timeout: 60_000 }
const registrations = (extension: string) =>
  query<{ id: string; address: string; port: number; transport: string; lost_by: string | null }>(
    'select id, address, port, transport, lost_by, ended_by from public.registrations where extension_id = $1',
    [office.ids[extension]],
  )
const isListedAsRegistered = async (extension: string) =>
  (
    await query<{ is_registered: boolean }>('select is_registered from public.extension_list where id = $1', [
      office.ids[extension],
    ])
  )[0]?.is_registered

describe('the agent of a FreeSWITCH', () => {
  test('reports that a phone registered, from where, and that its registration was ended', async () => {
    await expect.poll(health, SOON).toMatchObject({ app: true, switch: true })
    expect(await isListedAsRegistered('1001')).toBe(false)
    // The password may just have been generated, and reaches the switch a moment later.
    await expect
      .poll(
        async () => office.desk.register('1001', office.tenant.domain, await office.passwordOf('1001')),
        SOON,
      )
      .toBe(200)
    await expect.poll(() => isListedAsRegistered('1001'), SOON).toBe(true)
    const [registration] = await registrations('1001')
    expect(registration).toMatchObject({ port: office.desk.port, transport: 'udp', lost_by: null })

    const { client } = await callerOf('tech')
    const ask = (command: string) =>
      client.rpc('command_phone', { registration: registration?.id ?? '', command }).throwOnError()
    for (const command of ['resync', 'reboot']) {
      const before = office.desk.notices.length
      const asked = await ask(command)
      const result = () =>
        query('select problem from public.switch_commands where id = $1 and done_at is not null', [
          asked.data,
        ])
      await expect.poll(result, SOON).toEqual([{ problem: null }])
      await expect.poll(() => office.desk.notices.length, SOON).toBeGreaterThan(before)
    }

    await ask('end')
    await expect
      .poll(() => registrations('1001'), SOON)
      .toMatchObject([{ lost_by: 'staff', ended_by: 'tech@demo.test' }])
    expect(await isListedAsRegistered('1001')).toBe(false)
  })

  test('lets it begin more legs than FreeSWITCH does by itself', async () => {
    const limits = () =>
      Promise.all(['sps', 'max_sessions'].map((name) => office.freeswitch.events.api(`fsctl ${name}`)))
    await expect
      .poll(limits, SOON)
      .toEqual([expect.stringMatching(/: 1000$/m), expect.stringMatching(/: 5000$/m)])
  })

  test('has a gateway loaded as staff add, change and remove it', async () => {
    const { freeswitch, east, west, lines } = office
    const proxy = async (name: string) =>
      /^Proxy\s+sip:(\S+)/m.exec(await freeswitch.events.api(`sofia status gateway ${name}`))?.[1]
    const east1 = await proxy(`east-${lines}`)
    const name = `added-${lines}`
    const given = { name, host: '127.0.0.1', port: east.port, ping_seconds: 0 }
    const { id } = await insertRow('gateways', await newGateway(given))
    await expect.poll(() => proxy(name), SOON).toBe(`127.0.0.1:${east.port}`)
    await query('update public.gateways set port = $2 where id = $1', [id, west.port])
    await expect.poll(() => proxy(name), SOON).toBe(`127.0.0.1:${west.port}`)
    await query('delete from public.gateways where id = $1', [id])
    await expect.poll(() => proxy(name), SOON).toBeUndefined()
    expect(await proxy(`east-${lines}`)).toBe(east1)
  })

  test('rings a phone to be found until it is answered or given up, and reports why one does not ring', async () => {
    const { desk, tenant } = office
    expect(await desk.register('1001', tenant.domain, await office.passwordOf('1001'))).toBe(200)
    const present = async () =>
      (await registrations('1001')).find(({ port, lost_by }) => port === desk.port && lost_by === null)?.id
    await expect.poll(present, SOON).toBeDefined()
    const { client } = await callerOf('tech')
    const ring = async () => {
      const registration = (await present()) ?? ''
      const { data } = await client.rpc('command_phone', { registration, command: 'ring' }).throwOnError()
      const asked = () =>
        query<{ problem: string | null }>(
          'select problem from public.switch_commands where id = $1 and done_at is not null',
          [data],
        )
      await expect.poll(asked, SOON).toHaveLength(1)
      return (await asked())[0]?.problem
    }

    desk.manner = 'rings'
    expect(await ring()).toBeNull()
    expect(desk.calls).toHaveLength(1)
    expect(desk.calls[0]?.headers.from).toMatch(/^"Find this phone" <sip:0@/)
    expect(desk.methods).not.toContain('CANCEL')
    await expect.poll(() => desk.methods, { timeout: 40_000 }).toContain('CANCEL')

    desk.manner = 'answers'
    expect(await ring()).toBeNull()
    await expect.poll(() => desk.methods, SOON).toContain('BYE')

    desk.manner = 486
    expect(await ring()).toBe('The phone does not ring: user busy.')

    desk.manner = 'is dead'
    expect(await ring()).toBe('The phone does not respond.')
    expect(desk.calls).toHaveLength(4)
    desk.manner = 'answers'
    const records = () => query('select 1 from public.cdr where tenant_id = $1', [tenant.id])
    expect(await records()).toEqual([])
  })

  test('has the phone of a renumbered extension fetch its file, and calls to the old number no longer reach it', async () => {
    const { workshop, tenant, ids, passwordOf, freeswitch } = office
    const renumber = (number: string) =>
      query('update public.extensions set extension = $2 where id = $1', [ids['1003'], number])
    const there = () => freeswitch.events.api('sofia status profile internal reg')
    const present = async () => (await registrations('1003')).filter(({ lost_by }) => lost_by === null)
    const register = async (number: string) =>
      workshop.register(number, tenant.domain, await passwordOf('1003'))
    await expect.poll(() => register('1003'), SOON).toBe(200)
    await expect.poll(present, SOON).toHaveLength(1)
    const before = workshop.notices.length
    await renumber('1503')
    expect(await present()).toEqual([])
    await expect.poll(() => workshop.notices.length, SOON).toBe(before + 1)
    await expect.poll(there, SOON).not.toContain(`1003.${tenant.id}`)
    await expect.poll(() => register('1503'), SOON).toBe(200)
    await expect.poll(present, SOON).toHaveLength(1)
    await renumber('1003')
    await expect.poll(there, SOON).not.toContain(`1503.${tenant.id}`)
  })

  test('has the phone of an extension with a new SIP password fetch its file, and calls reach it with that alone', async () => {
    const { workshop, tenant, ids, passwordOf, freeswitch } = office
    const there = () => freeswitch.events.api('sofia status profile internal reg')
    const register = async (password: string) => workshop.register('1003', tenant.domain, password)
    const old = await passwordOf('1003')
    await expect.poll(() => register(old), SOON).toBe(200)
    await expect.poll(there, SOON).toContain(`1003.${tenant.id}`)
    const place = { owner: ids['1003'] ?? '', field: 'sip_password' }
    const sealed = vaultOf(TEST_APP.dataDir).seal('Another-0123456789-Abc', place)
    const before = workshop.notices.length
    const { client } = await callerOf('superadmin')
    await client
      .rpc('set_secret', { owner_table: 'extensions', ...place, sealed, tenant: tenant.id })
      .throwOnError()
    // Its body is empty, unlike that of a notice about messages.
    await expect.poll(() => workshop.notices.slice(before), SOON).toContain('')
    await expect.poll(there, SOON).not.toContain(`1003.${tenant.id}`)
    await expect.poll(() => register(old), SOON).toBe(403)
    await expect.poll(() => register('Another-0123456789-Abc'), SOON).toBe(200)
    await expect
      .poll(() => registrations('1003'), SOON)
      .toContainEqual(expect.objectContaining({ port: workshop.port, lost_by: null }))
  })

  test('reports the phones of a tenant again that it has not served for a while', async () => {
    const { lobby, tenant, passwordOf, account } = office
    const serve = (all: boolean) =>
      query('update public.switches set all_tenants = $2 where name = $1', [account.name, all])
    const present = async () => (await registrations('1002')).filter(({ lost_by }) => lost_by === null)
    expect(await lobby.register('1002', tenant.domain, await passwordOf('1002'))).toBe(200)
    await expect.poll(present, SOON).toHaveLength(1)
    await serve(false)
    expect(await present()).toEqual([])
    await expect.poll(health, SOON).toMatchObject({ tenants: 0 })
    await serve(true)
    await expect.poll(present, SOON).toHaveLength(1)
  })

  test('reports the phones of its tenants again if it has not heard that they were taken for lost', async () => {
    const { account } = office
    const present = async () => (await registrations('1002')).filter(({ lost_by }) => lost_by === null)
    await expect.poll(present, SOON).toHaveLength(1)
    for (const enabled of [false, true])
      await query('update public.switches set enabled = $2 where name = $1', [account.name, enabled])
    await expect.poll(present, SOON).toHaveLength(1)
  })

  test('reports why a phone cannot register', async () => {
    expect(await office.lobby.register('1002', office.tenant.domain, 'not the password')).toBe(403)
    expect(await office.lobby.register('1999', office.tenant.domain, 'any')).toBe(403)
    await expect
      .poll(
        () =>
          query(
            `select account, reason from public.registration_failures
             where tenant_id = $1 and account in ('1002', '1999') order by account`,
            [office.tenant.id],
          ),
        SOON,
      )
      .toEqual([
        { account: '1002', reason: 'wrong_password' },
        { account: '1999', reason: 'unknown_extension' },
      ])
  })

  test('keeps all phones of an extension registered, which all ring, and a restarted one once', async () => {
    const { desk, lobby, tenant, passwordOf, number, ids, did, east, freeswitch } = office
    await office.rest()
    await number(4, ids['1001'])
    const register = async (phone: SipEndpoint) =>
      expect(await phone.register('1001', tenant.domain, await passwordOf('1001'))).toBe(200)
    const present = async () =>
      (await registrations('1001'))
        .filter(({ lost_by }) => lost_by === null)
        .map(({ port }) => port)
        .toSorted((one, other) => one - other)
    for (const phone of [desk, lobby]) await register(phone)
    // FreeSWITCH cleans up after a registration a moment later, which no phone restarts in.
    await pause(SAVED_MS)
    await register(desk)
    await expect.poll(present, SOON).toEqual([desk.port, lobby.port].toSorted((one, other) => one - other))
    for (const phone of [desk, lobby]) phone.manner = 'rings'
    const calling = east.call(did(4), CALLER)
    await expect.poll(() => [desk.calls.length, lobby.calls.length], SOON).toEqual([1, 1])
    await freeswitch.events.api('hupall')
    for (const phone of [desk, lobby]) await expect.poll(() => phone.methods, SOON).toContain('CANCEL')
    expect((await calling).status).not.toBe(200)
    await freeswitch.events.api(`sofia profile internal flush_inbound_reg 1001.${tenant.id}@${tenant.domain}`)
    await expect.poll(present, SOON).toEqual([])
    await office.rest()
  })
})

describe('a phone at a FreeSWITCH with an agent', () => {
  // Tests run at any address, so these lists are made of the phone's own and of its neighbor's.
  const neighbor = (address: string) => address.replace(/\d+$/, (last) => String(Number(last) ^ 1))
  const listed = (addresses: string[] | null) =>
    query(
      `insert into public.tenant_settings as s (id, tenant_id, registration_addresses) values ($1, $1, $2)
       on conflict (id) do update set registration_addresses = $2`,
      [office.tenant.id, addresses],
    )
  const reasons = () =>
    query(
      `select reason, address from public.registration_failures where tenant_id = $1 and account = '1003'`,
      [office.tenant.id],
    )

  test('is refused at an address that the settings do not list, and the page says why', async () => {
    const address = await office.freeswitch.events.api('global_getvar local_ip_v4')
    const password = await office.passwordOf('1003')
    const register = () => office.workshop.register('1003', office.tenant.domain, password)
    await expect.poll(register, SOON).toBe(200)
    await listed([`${neighbor(address)}/32`])
    await expect.poll(register, SOON).toBe(403)
    await expect.poll(reasons, SOON).toEqual([{ reason: 'blocked_address', address }])
    expect((await office.workshop.call('1001')).status).toBe(403)

    await listed([neighbor(address), address])
    await expect.poll(register, SOON).toBe(200)
    await expect.poll(reasons, SOON).toEqual([])
    await listed(null)
  })
})

const calls = async () =>
  query<{ id: string; state: string; other_number: string | null; queue_id: string | null }>(
    'select id, state, other_number, queue_id, codec, path from public.live_call_list where tenant_id = $1',
    [office.tenant.id],
  )

describe('a call on a FreeSWITCH', () => {
  beforeAll(async () => {
    await office.signIn()
    await office.number(1, office.ids['1001'])
    await pause(SAVED_MS)
  })
  afterEach(office.rest)
  const ask = async (command: string, extension?: string) => {
    const { client } = await callerOf('superadmin')
    const [call] = await calls()
    const { data } = await client
      .rpc('command_call', { call: call?.id ?? '', command, extension })
      .throwOnError()
    await expect
      .poll(
        () =>
          query('select problem from public.switch_commands where id = $1 and done_at is not null', [data]),
        SOON,
      )
      .toEqual([{ problem: null }])
  }

  test('appears with its other party and path, can be transferred and listened to, and disappears when it ends', async () => {
    const call = await office.east.call(office.did(1), CALLER)
    const path = [
      { why: 'number routed', record: { table: 'dids' } },
      { why: 'extension rings', record: { id: office.ids['1001'] } },
    ]
    await expect
      .poll(calls, SOON)
      .toMatchObject([{ state: 'talking', other_number: '1001', codec: 'PCMU', path }])
    await ask('move', office.ids['1002'])
    await expect.poll(calls, SOON).toMatchObject([{ state: 'talking', other_number: '1002' }])
    const before = office.workshop.calls.length
    await ask('listen', office.ids['1003'])
    expect(office.workshop.calls.length).toBe(before + 1)
    expect(await calls()).toMatchObject([{ state: 'talking', other_number: '1002' }])
    const trail = await query(
      `select 1 from public.audit_log
       where tenant_id = $1 and table_name = 'switch_commands' and changes -> 'command' ->> 1 = 'listen'`,
      [office.tenant.id],
    )
    expect(trail).toHaveLength(1)
    await ask('hang_up')
    await call.ended
    await expect.poll(calls, SOON).toEqual([])
  })

  test('to an outside number is transferred by its far end', async () => {
    const call = await office.desk.call('12075550199')
    await expect.poll(calls, SOON).toMatchObject([{ state: 'talking', other_number: '+12075550199' }])
    await ask('move', office.ids['1002'])
    await expect.poll(() => office.lobby.calls.length, SOON).toBe(1)
    await call.ended
  })

  test('waits in its queue until a page signs an agent in, without a reload', async () => {
    const of = { tenant_id: office.tenant.id }
    const queue = await insertRow('call_center_queues', await newQueue({ ...of, number: '8000' }))
    const agent = await insertRow(
      'call_center_agents',
      await newAgent({ ...of, extension_id: office.ids['1003'], status: 'Logged Out' }),
    )
    await insertRow('call_center_tiers', await newTier({ ...of, queue_id: queue.id, agent_id: agent.id }))
    const [destination] = await query<{ id: string }>(
      'select id from public.destinations where tenant_id = $1 and record_id = $2',
      [office.tenant.id, queue.id],
    )
    await office.number(2, destination?.id)
    await pause(SAVED_MS)
    const call = await office.east.call(office.did(2), CALLER)
    await expect.poll(calls, SOON).toMatchObject([{ state: 'waiting', queue_id: queue.id }])

    const { client } = await callerOf('tech')
    await client
      .from('call_center_agents')
      .update({ status: 'Available', version: 2 })
      .eq('id', agent.id)
      .throwOnError()
    await expect.poll(calls, SOON).toMatchObject([{ state: 'talking', other_number: '1003' }])
    call.hangUp()
    await expect.poll(calls, SOON).toEqual([])
    const board = async () =>
      (await client.rpc('queue_board', { tenant: office.tenant.id }).throwOnError()).data
    await expect.poll(board, SOON).toMatchObject({
      queues: [{ number: '8000', answered: 1, in_time: 1, abandoned: 0 }],
      agents: [{ extension: '1003', status: 'Available', answered: 1 }],
    })

    await client
      .from('call_center_agents')
      .update({ status: 'Logged Out', version: 3 })
      .eq('id', agent.id)
      .throwOnError()
    await expect
      .poll(() => office.freeswitch.events.api('callcenter_config agent list'), SOON)
      .toContain('|Logged Out|')
    const given = await office.east.call(office.did(2), CALLER)
    await expect.poll(calls, SOON).toMatchObject([{ state: 'waiting' }])
    given.hangUp()
    await expect.poll(board, SOON).toMatchObject({ queues: [{ answered: 1, abandoned: 1 }] })
  })

  test('in a queue counts as transferred, not as hung up, and each time that it comes back as a wait of its own', async () => {
    const of = { tenant_id: office.tenant.id }
    const queue = await insertRow('call_center_queues', await newQueue({ ...of, number: '8200' }))
    const agent = await insertRow(
      'call_center_agents',
      await newAgent({ ...of, extension_id: office.ids['1001'], status: 'On Break' }),
    )
    await insertRow('call_center_tiers', await newTier({ ...of, queue_id: queue.id, agent_id: agent.id }))
    await office.number(5, queue.id)
    await query(
      'update public.extensions set forward_no_answer_enabled = true, forward_no_answer_destination_id = $1 where id = $2',
      [queue.id, office.ids['1002']],
    )
    const waits = () =>
      query<{ outcome: string; begins_after_the_last: boolean }>(
        `select outcome, coalesce(joined_at >= lag(left_at) over (order by left_at, joined_at), true) as begins_after_the_last
         from public.queue_waits where queue_id = $1 order by left_at, joined_at`,
        [queue.id],
      )
    const wait = (outcome: string) => ({ outcome, begins_after_the_last: true })
    await pause(SAVED_MS)
    office.lobby.manner = 'rings'
    const call = await office.east.call(office.did(5), CALLER)
    await expect.poll(calls, SOON).toMatchObject([{ state: 'waiting', queue_id: queue.id }])
    await ask('move', office.ids['1002'])
    await expect.poll(waits, SOON).toEqual([wait('exited')])
    await expect.poll(calls, SOON).toMatchObject([{ state: 'waiting', queue_id: queue.id }])
    await query("update public.call_center_agents set status = 'Available' where id = $1", [agent.id])
    await expect.poll(calls, SOON).toMatchObject([{ state: 'talking', other_number: '1001' }])
    await expect.poll(waits, SOON).toEqual([wait('exited'), wait('answered')])
    call.hangUp()
  })

  test('waits in its queue until the hours of an agent begin, who is signed in by them', async () => {
    const of = { tenant_id: office.tenant.id }
    // Where it is past eleven in the morning now.
    const now = new Date()
    const ahead = 11 - now.getUTCHours()
    const minute = 11 * 60 + now.getUTCMinutes()
    const hours = await insertRow(
      'time_conditions',
      await newTimeCondition({
        ...of,
        number: '5100',
        time_zone: `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`,
        otherwise_destination_id: office.ids['1001'],
      }),
    )
    const rule = await insertRow(
      'time_condition_rules',
      await newTimeConditionRule({
        ...of,
        time_condition_id: hours.id,
        destination_id: office.ids['1001'],
        weekdays: [0, 1, 2, 3, 4, 5, 6],
        time_ranges: [[minute + 60, minute + 90]],
      }),
    )
    const queue = await insertRow('call_center_queues', await newQueue({ ...of, number: '8100' }))
    const agent = await insertRow(
      'call_center_agents',
      await newAgent({
        ...of,
        extension_id: office.ids['1002'],
        status: 'Logged Out',
        status_changed_at: new Date(now.getTime() - 2 * 3_600_000).toISOString(),
        time_condition_id: hours.id,
      }),
    )
    await insertRow('call_center_tiers', await newTier({ ...of, queue_id: queue.id, agent_id: agent.id }))
    await office.number(3, queue.id)
    await pause(SAVED_MS)
    const call = await office.east.call(office.did(3), CALLER)
    await expect.poll(calls, SOON).toMatchObject([{ state: 'waiting', queue_id: queue.id }])

    await query('update public.time_condition_rules set time_ranges = $1 where id = $2', [
      JSON.stringify([[minute - 30, minute + 90]]),
      rule.id,
    ])
    await expect.poll(calls, SOON).toMatchObject([{ state: 'talking', other_number: '1002' }])
    const status = () => query('select status from public.call_center_agents where id = $1', [agent.id])
    await expect.poll(status, SOON).toEqual([{ status: 'Available' }])
    call.hangUp()
    await expect.poll(calls, SOON).toEqual([])
  })
})
