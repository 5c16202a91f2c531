import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { query } from '../support/database'
import {
  newAgent,
  newQueue,
  newRingGroup,
  newRingGroupMember,
  newTier,
} from '../support/factories/call-groups'
import { insertRow } from '../support/factories/row'
import { newDestination } from '../support/factories/telephony'
import type { PlacedCall } from '../support/switch/phone'
import { CALLER, openOffice, SAVED_MS } from '../support/switch/test-pbx'

/** An agent who is called again a second after a call, however it ended. */
const AT_ONCE = { wrap_up_time: 1, busy_delay_time: 1, reject_delay_time: 1, no_answer_delay_time: 1 }

const office = await openOffice()
const { tenant, desk, lobby, workshop, east, west, ids, did, number } = office
await office.signIn()
afterEach(office.rest)

describe('calls on a FreeSWITCH', () => {
  test('to a group are recorded if the extension that answers records its calls', async () => {
    const of = { tenant_id: tenant.id }
    await query("update public.extensions set recording = 'inbound' where id = $1", [ids['1002']])
    const group = await insertRow('ring_groups', await newRingGroup({ ...of, number: '6200' }))
    for (const extension of ['1001', '1002']) {
      const member = { ...of, ring_group_id: group.id, extension_id: ids[extension] }
      await insertRow('ring_group_members', await newRingGroupMember(member))
    }
    await pause(SAVED_MS)
    const recordedAfter = async (answers: typeof desk, rings: typeof desk) => {
      answers.manner = 'answers'
      rings.manner = 'rings'
      const call = await workshop.call('6200')
      expect(call.status).toBe(200)
      await call.speak(1)
      await office.rest()
      return existsSync(folder) ? readdirSync(folder) : []
    }
    const folder = join(office.freeswitch.folder, 'storage/trunkline-calls', tenant.id)
    expect(await recordedAfter(desk, lobby)).toEqual([])
    const [file = '', ...others] = await recordedAfter(lobby, desk)
    expect(others).toEqual([])
    const stored = () => query('select id from public.cdr where call_uuid = $1', [file.replace('.wav', '')])
    await expect.poll(async () => (await stored()).length, { timeout: 20_000 }).toBe(1)
    await query("update public.extensions set recording = 'none' where id = $1", [ids['1002']])
  })

  test('of a queue are recorded if the extension of the agent who answers records its calls', async () => {
    const of = { tenant_id: tenant.id }
    await query("update public.extensions set recording = 'inbound' where id = $1", [ids['1002']])
    for (const [number, extension] of [
      ['8002', '1001'],
      ['8003', '1002'],
    ] as const) {
      const queue = await insertRow('call_center_queues', await newQueue({ ...of, number }))
      const agent = await insertRow(
        'call_center_agents',
        await newAgent({ ...of, extension_id: ids[extension], status: 'Available', ...AT_ONCE }),
      )
      await insertRow('call_center_tiers', await newTier({ ...of, queue_id: queue.id, agent_id: agent.id }))
    }
    await pause(SAVED_MS)
    const folder = join(office.freeswitch.folder, 'storage/trunkline-calls', tenant.id)
    const recordings = () => (existsSync(folder) ? readdirSync(folder) : [])
    const before = recordings()
    const newAfter = async (queue: string, agent: typeof desk) => {
      const call = await workshop.call(queue)
      expect(call.status).toBe(200)
      await expect.poll(() => agent.calls.length, { timeout: 20_000 }).toBe(1)
      await call.speak(3)
      await office.rest()
      return recordings().filter((file) => !before.includes(file))
    }
    expect(await newAfter('8002', desk)).toEqual([])
    const [file = '', ...others] = await newAfter('8003', lobby)
    expect(others).toEqual([])
    const stored = () => query('select id from public.cdr where call_uuid = $1', [file.replace('.wav', '')])
    await expect.poll(async () => (await stored()).length, { timeout: 20_000 }).toBe(1)
    await query("update public.extensions set recording = 'none' where id = $1", [ids['1002']])
  })

  test('of a caller from outside whom a phone transfers to 911 reach it, and people are notified', async () => {
    const address = await office.routeEmergencies('west')
    await number(5, ids['1001'])
    await pause(SAVED_MS)
    expect((await east.call(did(5), CALLER)).status).toBe(200)
    await desk.transfer('911')
    await expect.poll(() => west.calls.length, { timeout: 20_000 }).toBe(1)
    const mails = () =>
      query<{ subject: string }>('select subject from public.mails where tenant_id = $1 and recipient = $2', [
        tenant.id,
        address,
      ])
    await expect
      .poll(mails, { timeout: 20_000 })
      .toEqual([{ subject: expect.stringMatching(/^911 was dialed at .* from extension 1001/) }])
  })

  test('to outside are recorded if the extension that calls records them', async () => {
    await query("update public.extensions set recording = 'outbound' where id = $1", [ids['1001']])
    await pause(SAVED_MS)
    const folder = join(office.freeswitch.folder, 'storage/trunkline-calls', tenant.id)
    const recordings = () => (existsSync(folder) ? readdirSync(folder) : [])
    const before = recordings().length
    const recordedAfter = async (phone: typeof desk, number: string) => {
      const call = await phone.call(number)
      expect(call.status).toBe(200)
      await call.speak(1)
      await office.rest()
      return recordings().length - before
    }
    expect(await recordedAfter(lobby, '13035550142')).toBe(0)
    expect(await recordedAfter(lobby, '1001')).toBe(0)
    expect(await recordedAfter(desk, '13035550142')).toBe(1)
    await query("update public.extensions set recording = 'none' where id = $1", [ids['1001']])
  })

  test('show the phone the prefix of the number that was called, ring it in the number’s way, and keep its account code', async () => {
    await number(1, ids['1002'])
    await query(
      "update public.dids set caller_id_prefix = 'Sales ', distinctive_ring = 'Bellcore-dr3', account_code = 'desk-7' where number = $1",
      [did(1)],
    )
    await number(2, ids['1002'])
    await pause(SAVED_MS)
    const shownBy = async (called: string) => {
      expect((await east.call(called, CALLER)).status).toBe(200)
      const { from = '', 'alert-info': ring } = lobby.calls[0]?.headers ?? {}
      await office.rest()
      return { from, ring }
    }
    expect(await shownBy(did(1))).toEqual({
      from: expect.stringMatching(/^"Sales /),
      ring: expect.stringContaining('Bellcore-dr3'),
    })
    expect(await shownBy(did(2))).toEqual({ from: expect.not.stringMatching(/Sales/), ring: undefined })
    const codes = () =>
      query('select did, account_code from public.cdr where did = any ($1) order by did', [[did(1), did(2)]])
    await expect.poll(codes, { timeout: 20_000 }).toEqual([
      { did: did(1), account_code: 'desk-7' },
      { did: did(2), account_code: null },
    ])
  })

  test('of a queue go to the agent who has been idle for longest, if it chooses so', async () => {
    const of = { tenant_id: tenant.id }
    const settings = { number: '8004', strategy: 'longest-idle-agent' } as const
    const queue = await insertRow('call_center_queues', await newQueue({ ...of, ...settings }))
    // From the top down, the first would always be called.
    for (const [position, extension_id] of [ids['1001'], ids['1002']].entries()) {
      const [known] = await query<{ id: string }>(
        'select id from public.call_center_agents where extension_id = $1',
        [extension_id],
      )
      const agent =
        known ??
        (await insertRow(
          'call_center_agents',
          await newAgent({ ...of, extension_id, status: 'Available', ...AT_ONCE }),
        ))
      const tier = { queue_id: queue.id, agent_id: agent.id, position: position + 1 }
      await insertRow('call_center_tiers', await newTier({ ...of, ...tier }))
    }
    await pause(SAVED_MS)
    const takers: string[] = []
    for (let n = 0; n < 4; n++) {
      const call = await workshop.call('8004')
      expect(call.status).toBe(200)
      await expect.poll(() => desk.calls.length + lobby.calls.length, { timeout: 20_000 }).toBe(1)
      takers.push(desk.calls.length === 1 ? 'desk' : 'lobby')
      await call.speak(1)
      await office.rest()
      // Idle times are whole seconds.
      await pause(2000)
    }
    expect(takers).toEqual([takers[0], takers[1], takers[0], takers[1]])
    expect(new Set(takers).size).toBe(2)
  })

  test('cannot be transferred by whoever is outside', async () => {
    expect((await lobby.call('13035550142')).status).toBe(200)
    await expect(east.transfer('911')).rejects.toThrow('Transferred: 405')
    expect(west.calls).toEqual([])
  })

  test('to outside without a caller ID are anonymous', async () => {
    expect((await lobby.call('13035550142')).status).toBe(200)
    expect(east.calls[0]?.headers.from).toMatch(/^"Anonymous" <sip:anonymous@/)
    expect(JSON.stringify(east.calls[0]?.headers)).not.toMatch(/1002|asserted|remote-party/)
  })

  test('to outside show the number of the caller ID, and no name', async () => {
    await query("update public.extensions set effective_caller_id_name = 'Ada Reception' where id = $1", [
      ids['1001'],
    ])
    await pause(SAVED_MS)
    expect((await desk.call('13035550142')).status).toBe(200)
    const { from, 'p-asserted-identity': asserted } = east.calls[0]?.headers ?? {}
    expect(from).toMatch(/^<sip:/)
    expect(from).toContain(did(0))
    expect(asserted).toMatch(/^<sip:/)
    expect(asserted).toContain(did(0))
  })

  /** A call that the lobby rings for and then answers. */
  async function ringingFirst(call: () => Promise<PlacedCall>): Promise<PlacedCall> {
    lobby.manner = 'rings'
    const calling = call()
    await expect.poll(() => lobby.calls.length).toBe(1)
    lobby.pickUp()
    return calling
  }

  test('from outside do not tell the caller who has answered', async () => {
    await query("update public.extensions set effective_caller_id_name = 'Bo Lobby' where id = $1", [
      ids['1002'],
    ])
    await pause(SAVED_MS)
    const call = await ringingFirst(() => east.call(did(0), CALLER))
    for (const headers of [east.ringing?.headers, call.headers])
      expect(JSON.stringify(headers)).not.toMatch(/1002|Bo Lobby|Outbound Call|asserted|remote-party/)
  })

  test('between phones show the number that was dialed, while it rings and once it answers', async () => {
    // A group has another place than the number that was dialed.
    const group = await insertRow('ring_groups', await newRingGroup({ tenant_id: tenant.id, number: '6007' }))
    const member = { tenant_id: tenant.id, ring_group_id: group.id, extension_id: ids['1002'] }
    await insertRow('ring_group_members', await newRingGroupMember(member))
    await pause(SAVED_MS)
    const shown = (headers: Readonly<Record<string, string>> = {}) => headers['remote-party-id']
    const call = await ringingFirst(() => desk.call('6007'))
    expect(shown(desk.ringing?.headers)).toMatch(/^"6007" <sip:6007@/)
    expect(shown(call.headers)).toMatch(/^"1002" <sip:1002@/)
  })

  test('that a phone transfers to outside do not name that phone', async () => {
    await number(3, ids['1001'])
    await pause(SAVED_MS)
    expect((await west.call(did(3), CALLER)).status).toBe(200)
    await pause(1000)
    await desk.transfer('13035550142')
    await expect.poll(() => east.calls.length).toBe(1)
    expect(JSON.stringify(east.calls[0]?.headers)).not.toMatch(/1001|referred/)
  })

  test('that are forwarded may cross fewer servers than before, so that a loop over carriers ends', async () => {
    const outside = { tenant_id: tenant.id, number: '+13035550142' }
    const away = await insertRow('destinations', await newDestination(outside))
    await number(6, away.id)
    await pause(SAVED_MS)
    expect((await west.call(did(6), CALLER, 12)).status).toBe(200)
    expect(Number(east.calls[0]?.headers['max-forwards'])).toBeLessThan(12)
    expect((await west.call(did(6), CALLER, 1)).status).toBeGreaterThanOrEqual(400)
    expect(east.calls).toHaveLength(1)
  })

  test('to outside have the gateway’s own user in From, and the caller’s number in the header that the gateway wants', async () => {
    const { freeswitch, lines } = office
    const from = (user: string, domain: string) =>
      query('update public.gateways set from_user = $1, from_domain = $2 where name = $3', [
        user,
        domain,
        `east-${lines}`,
      ])
    const reload = async () => {
      await pause(SAVED_MS)
      await freeswitch.events.api(`sofia profile external killgw east-${lines}`)
      await freeswitch.events.api('sofia profile external rescan')
      await expect
        .poll(() => freeswitch.events.api(`sofia status gateway east-${lines}`), { timeout: 20_000 })
        .toContain('Proxy')
    }
    await from('trunk-7', 'acme.carrier.example')
    await reload()
    expect((await desk.call('13035550142')).status).toBe(200)
    await from('', '')
    await reload()
    expect((await desk.call('13035550142')).status).toBe(200)
    expect(east.calls.map(({ headers }) => headers.from)).toEqual([
      expect.stringContaining('<sip:trunk-7@acme.carrier.example>'),
      expect.stringContaining(`<sip:${did(0)}@`),
    ])
    expect(east.calls.map(({ headers }) => headers['p-asserted-identity'])).toEqual([
      expect.stringContaining(did(0)),
      expect.stringContaining(did(0)),
    ])
  })

  test('of a queue are offered to no agent who has another call, however many the extension may have', async () => {
    const of = { tenant_id: tenant.id }
    const queue = await insertRow('call_center_queues', await newQueue({ ...of, number: '8001' }))
    const agent = await insertRow(
      'call_center_agents',
      await newAgent({ ...of, extension_id: ids['1003'], status: 'Available', ...AT_ONCE }),
    )
    await insertRow('call_center_tiers', await newTier({ ...of, queue_id: queue.id, agent_id: agent.id }))
    await number(7, queue.id)
    await pause(SAVED_MS)
    const other = await workshop.call('1002')
    expect(other.status).toBe(200)
    expect((await east.call(did(7), CALLER)).status).toBe(200)
    await pause(4000)
    expect(workshop.calls).toHaveLength(0)
    other.hangUp()
    await expect.poll(() => workshop.calls.length, { timeout: 20_000 }).toBe(1)
    await office.rest()
    await query('update public.call_center_agents set call_timeout = 7 where id = $1', [agent.id])
    await pause(SAVED_MS)
    expect((await east.call(did(7), CALLER)).status).toBe(200)
    await expect.poll(() => workshop.calls.length, { timeout: 20_000 }).toBe(1)
    const calls = `hash ${tenant.id} extensions.${ids['1003']}`
    const limit = `execute_on_originate=\${cond(\${limit_usage(${calls})} >= 1 ? hangup USER_BUSY)},execute_on_answer=limit ${calls}`
    expect(await office.freeswitch.events.api('callcenter_config agent list')).toContain(
      `[leg_timeout=7,domain_name=${tenant.domain},${limit}]`,
    )
  })

  test('behind NAT name its public address to those outside the network of its card, and the card’s within', async () => {
    const { events } = office.freeswitch
    const own = await events.api('global_getvar local_ip_v4')
    await query("update public.switches set address = '203.0.113.7', behind_nat = true where name = $1", [
      office.account.name,
    ])
    await pause(SAVED_MS)
    // Not within ten seconds of its start.
    await expect
      .poll(() => events.api('sofia profile external restart'), { timeout: 20_000, interval: 1000 })
      .not.toContain('Please wait')
    await expect
      .poll(() => events.api('sofia status profile external'), { timeout: 20_000 })
      .toContain('203.0.113.7')
    expect((await desk.call('13035550142')).status).toBe(200)
    // To a carrier elsewhere, whose part is taken by the one here.
    const elsewhere = `{sip_route_uri=sip:${own}:${east.port}}sofia/external/1@198.51.100.9`
    expect(await events.api(`originate ${elsewhere} &park`)).toMatch(/^\+OK/)
    const told = east.calls.map(({ headers, body }) => [
      /@([^:;>]+)/.exec(headers.contact ?? '')?.[1],
      /^c=IN IP4 (\S+)/m.exec(body)?.[1],
    ])
    expect(told).toEqual([
      [own, own],
      ['203.0.113.7', '203.0.113.7'],
    ])
  })
})
