import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { TEST_APP } from '@/scripts/lib/test-app'
import { query } from '../support/database'
import { newAgent, newQueue, newTier } from '../support/factories/call-groups'
import { newTenant } from '../support/factories/companies'
import { insertRow } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'
import { type PlacedCall, SipEndpoint } from '../support/switch/phone'
import { CALLER, SAVED_MS } from '../support/switch/test-pbx'
import { openAttendedOffice } from '../support/switch/test-pbx-agent'
import { secretOf, vaultOf } from '../support/vault'

const OUTSIDE = '13035550142'
/** Until this time after its answer, the switch may not have bridged a call yet; people transfer later. */
const BRIDGED_MS = 500
/** Within this time a transfer has reached whom it is for, or ended. */
const TRANSFERRED_MS = 3000

/** The agent lists the registered phones every half minute. */
const LISTED_MS = 32_000

const { office } = await openAttendedOffice(TEST_APP.url)
const { tenant, desk, lobby, workshop, east, west, ids, did, number } = office
await office.signIn()
// 1001 may call outside, 1003 may not.
await query("update public.extensions set toll_class = 'internal' where id = $1", [ids['1003']])
await number(1, ids['1003'])
await number(2, ids['1001'])
const rival = await insertRow('tenants', await newTenant())
const theirs = await insertRow('extensions', await newExtension({ tenant_id: rival.id, extension: '1001' }))
const thief = await office.newPhone()
// Any address outside of the office.
const elsewhere = await SipEndpoint.open({ address: '127.0.0.1', port: 0 })
elsewhere.manner = 'is dead'
afterAll(() => elsewhere.close())
const password = await vi.waitUntil(() => secretOf(theirs.id, 'sip_password', vaultOf(TEST_APP.dataDir)), {
  timeout: 120_000,
  interval: 500,
})
await pause(SAVED_MS)
afterEach(office.rest)

interface Channel {
  uuid: string
  name: string
}
async function channels(): Promise<Channel[]> {
  const listed = JSON.parse(await office.freeswitch.events.api('show channels as json'))
  return (listed as { rows?: Channel[] }).rows ?? []
}
const channelOf = async (number: string) =>
  (await channels()).find(({ name }) => name.includes(`/${number}@`))?.uuid
/** Waits until the switch has refused or ended a call. */
async function ends({ status, ended }: PlacedCall): Promise<void> {
  if (status < 300)
    expect(await Promise.race([ended.then(() => 'ended'), pause(TRANSFERRED_MS)])).toBe('ended')
}

const outside = () => [...east.calls, ...west.calls].map(({ uri }) => uri)

/** A command by which a phone would leave its mark on the switch. */
const MARK = 'api_on_originate=global_setvar marked=yes'
/** What the switch has called outside of the office, and whether it has run that command. */
const done = async () => ({
  called: [...outside(), ...elsewhere.calls.map(({ uri }) => uri)],
  marked: (await office.freeswitch.events.api('global_getvar marked')) === 'yes',
})
const NOTHING = { called: [], marked: false }

describe('a phone', () => {
  test('cannot register for another tenant’s extension with the password of its own of the same number', async () => {
    await vi.waitFor(async () => expect(await thief.register('1001', rival.domain, password)).toBe(200), {
      timeout: 60_000,
      interval: 500,
    })
    await thief.register('1001', rival.domain, password, tenant.domain)
    expect((await lobby.call('1001')).status).toBe(200)
    await pause(TRANSFERRED_MS)
    expect(thief.calls).toHaveLength(0)
    expect(desk.calls).toHaveLength(1)
    const there = 'select count(*)::int as phones from public.registrations where extension_id = $1'
    expect(await query(there, [ids['1001']])).toEqual([{ phones: 1 }])
  })

  test('cannot register another tenant’s extension by what it writes into its Call-ID', async () => {
    const forged = `x</call-id><user>1001@${tenant.domain}</user><sip-auth-realm>${tenant.domain}</sip-auth-realm>`
    expect(await thief.register('1001', rival.domain, password, rival.domain, { callId: forged })).toBe(200)
    const phonesOf = (extension: string | undefined) =>
      query('select call_id from public.registrations where extension_id = $1 and lost_at is null', [
        extension,
      ])
    const before = await phonesOf(ids['1001'])
    await expect.poll(() => phonesOf(theirs.id), { timeout: 10_000 }).toEqual([{ call_id: forged }])
    await pause(LISTED_MS)
    expect(await phonesOf(ids['1001'])).toEqual(before)
    expect(await phonesOf(theirs.id)).toEqual([{ call_id: forged }])
  }, 120_000)

  test.for([
    ['another call', `<sip:1003@${workshop.host};a=b,sofia/gateway/east-${office.lines}/${OUTSIDE}>`],
    ['another dial string', `<sip:1003@${workshop.host};a=b:_:sofia/external/sip:a@${elsewhere.host}>`],
    [
      'a command in its name',
      `"\\" <sip:a@b,[${MARK}]sofia/external/sip:a@${elsewhere.host}>" <sip:1003@${workshop.host}>`,
    ],
  ] as const)('is not called at an address with %s', async ([, contact]) => {
    const password = await office.passwordOf('1003')
    const registered = await workshop.register('1003', tenant.domain, password, tenant.domain, { contact })
    expect(registered).toBe(200)
    workshop.manner = 'rings'
    await desk.call('1003')
    expect(await done()).toEqual(NOTHING)
    expect(workshop.calls).toHaveLength(1)
    const there = 'select contact from public.registrations where extension_id = $1 and lost_at is null'
    expect(await query(there, [ids['1003']])).toEqual([{ contact: `sip:1003@${workshop.host}` }])
  })

  test('cannot register where carriers call', async () => {
    expect(await west.register('1003', tenant.domain, await office.passwordOf('1003'))).toBe(405)
  })

  test('cannot deflect a call to an address', async () => {
    for (const at of [elsewhere.host, tenant.domain]) {
      lobby.manner = { deflectsTo: `sip:${OUTSIDE}@${at}` }
      await desk.call('1002')
      expect(lobby.calls).toHaveLength(1)
      expect([...outside(), ...elsewhere.calls]).toEqual([])
      await office.rest()
    }
  })

  test('transfers a caller at its own expense, whoever it says that it is', async () => {
    expect((await west.call(did(1), CALLER)).status).toBe(200)
    expect(workshop.calls).toHaveLength(1)
    await workshop.transfer(OUTSIDE, '1001')
    await pause(TRANSFERRED_MS)
    expect(outside()).toEqual([])
    await office.rest()
    expect((await west.call(did(2), CALLER)).status).toBe(200)
    await pause(BRIDGED_MS)
    await desk.transfer(OUTSIDE, '1003')
    await expect.poll(outside, { timeout: 10_000 }).toHaveLength(1)
  })

  test('cannot transfer a caller to a place by what the switch calls it', async () => {
    expect((await west.call(did(1), CALLER)).status).toBe(200)
    await workshop.transfer(`dialed.${OUTSIDE}`)
    await pause(TRANSFERRED_MS)
    expect(outside()).toEqual([])
  })

  test('cannot transfer a caller to an address by naming a call that the switch does not have', async () => {
    const replaces = '?Replaces=nobody%3Bto-tag%3D1%3Bfrom-tag%3D2'
    const anywhere = `sofia/external/sip:${OUTSIDE}@${elsewhere.host},x`
    for (const more of [
      replaces,
      `;transport=udp${replaces}`,
      `${replaces}&a=b,${MARK}}${anywhere}`,
      `${replaces}&a=b:_:${anywhere}:_:x`,
    ]) {
      expect((await west.call(did(1), CALLER)).status).toBe(200)
      await workshop.transfer(`<sip:${OUTSIDE}@${elsewhere.host}${more}>`)
      await pause(TRANSFERRED_MS)
      expect(await done()).toEqual(NOTHING)
      await office.rest()
    }
  })

  test('cannot call out or use a feature as the phone that it has called', async () => {
    const call = await workshop.call('1001')
    expect(call.status).toBe(200)
    await call.transfer(OUTSIDE)
    await pause(TRANSFERRED_MS)
    expect(outside()).toEqual([])
    await office.rest()
    await (await workshop.call('1001')).transfer(`*72${OUTSIDE}`)
    await pause(TRANSFERRED_MS)
    expect(
      await query('select forward_all_enabled from public.extensions where id = $1', [ids['1001']]),
    ).toEqual([{ forward_all_enabled: false }])
  })

  test('cannot call out as the phone that has called it', async () => {
    expect((await desk.call('1003')).status).toBe(200)
    await workshop.transfer(OUTSIDE)
    await pause(TRANSFERRED_MS)
    expect(outside()).toEqual([])
  })

  test('transfers the agent who has taken its call at its own expense', async () => {
    const of = { tenant_id: tenant.id }
    const queue = await insertRow('call_center_queues', await newQueue({ ...of, number: '8001' }))
    const agent = await insertRow(
      'call_center_agents',
      await newAgent({ ...of, extension_id: ids['1002'], status: 'Available', wrap_up_time: 1 }),
    )
    await insertRow('call_center_tiers', await newTier({ ...of, queue_id: queue.id, agent_id: agent.id }))
    await pause(SAVED_MS)
    const taken = async (from: SipEndpoint) => {
      const call = await from.call('8001')
      expect(call.status).toBe(200)
      await expect.poll(() => lobby.calls.length, { timeout: 20_000 }).toBe(1)
      await pause(BRIDGED_MS)
      return call
    }
    await (await taken(workshop)).transfer(OUTSIDE)
    await pause(TRANSFERRED_MS)
    expect(outside()).toEqual([])
    await office.rest()
    await pause(TRANSFERRED_MS)
    await (await taken(desk)).transfer(OUTSIDE)
    await expect.poll(outside, { timeout: 10_000 }).toHaveLength(1)
  })

  test('cannot take over or enter another tenant’s call that people are talking in', async () => {
    expect((await desk.call('1002')).status).toBe(200)
    const id = lobby.calls[0]?.headers['call-id']
    const named = `${id};to-tag=1;from-tag=2`
    const info = `<sip:${tenant.domain}>;appearance-index=1`
    const ways: Record<string, string>[] = [
      { replaces: named },
      { replaces: `${await channelOf('1001')};to-tag=1;from-tag=2;a-leg=true` },
      { replaces: named, 'call-info': info },
      { join: named },
    ]
    for (const headers of ways) {
      await ends(await thief.call('1009', undefined, 70, { headers }))
      await expect.poll(channels, { timeout: 10_000 }).toHaveLength(2)
    }
    expect(lobby.methods).not.toContain('BYE')
    expect(desk.methods).not.toContain('BYE')
  })

  test('cannot take the place of another tenant’s caller in a queue', async () => {
    const queue = await newQueue({ tenant_id: tenant.id, number: '8002' })
    await number(3, (await insertRow('call_center_queues', queue)).id)
    await pause(SAVED_MS)
    expect((await west.call(did(3), CALLER)).status).toBe(200)
    const [caller] = await channels()
    const replaces = `${caller?.uuid};to-tag=1;from-tag=2`
    await ends(await thief.call('1009', undefined, 70, { headers: { replaces } }))
  })

  test('calls within its own tenant only, whatever domain it names', async () => {
    for (const at of [tenant.domain, elsewhere.host]) {
      expect((await thief.call('1002', undefined, 70, { at })).status).toBeGreaterThanOrEqual(400)
      expect([...lobby.calls, ...elsewhere.calls]).toEqual([])
    }
  })

  test('cannot send texts, neither to phones nor to an address', async () => {
    const text = { 'content-type': 'text/plain' }
    for (const to of [
      `text@${elsewhere.host}`,
      `1002@${tenant.domain}`,
      `1002.${tenant.id}@${tenant.domain}`,
    ])
      await thief.send('MESSAGE', to, text, 'Hello')
    await pause(TRANSFERRED_MS)
    expect([...elsewhere.methods, ...lobby.methods]).not.toContain('MESSAGE')
  })

  test('can transfer an outside party it called to another extension', async () => {
    const call = await desk.call(OUTSIDE)
    expect(call.status).toBe(200)
    await pause(BRIDGED_MS)
    await call.transfer('1002')
    await expect.poll(() => lobby.calls.length, { timeout: 10_000 }).toBe(1)
  })

  test('picks up calls that ring, and none that somebody has answered', async () => {
    expect((await desk.call('1002')).status).toBe(200)
    await workshop.call('**1002')
    await pause(TRANSFERRED_MS)
    expect((await channels()).map(({ name }) => name).join()).toMatch(/1001@.*1002@/)
  })

  test('transfers whom it has called outside to another number, and its tenant is charged for both', async () => {
    const since = new Date()
    const call = await desk.call(OUTSIDE)
    expect(call.status).toBe(200)
    await pause(BRIDGED_MS)
    await call.transfer('13035550143')
    await expect.poll(outside, { timeout: 10_000 }).toHaveLength(2)
    await office.rest()
    const charged = () =>
      query(
        `select outside_number from public.cdr_legs where tenant_id = $1 and start_at >= $2 and talk_seconds is not null
         order by outside_number`,
        [tenant.id, since],
      )
    await expect
      .poll(charged, { timeout: 30_000 })
      .toEqual([{ outside_number: '+13035550142' }, { outside_number: '+13035550143' }])
  })

  test('has no more calls outside by transferring those that it has made', async () => {
    const limit = (calls: number | null) =>
      query(
        `insert into public.tenant_settings as s (id, tenant_id, concurrent_call_limit) values ($1, $1, $2)
         on conflict (id) do update set concurrent_call_limit = excluded.concurrent_call_limit`,
        [tenant.id, calls],
      ).then(() => pause(SAVED_MS))
    const usage = () =>
      office.freeswitch.events.api(`limit_usage hash ${tenant.id} tenant_settings.${tenant.id}`)
    await limit(1)
    const call = await desk.call(OUTSIDE)
    expect(call.status).toBe(200)
    await pause(BRIDGED_MS)
    await call.transfer('13035550143')
    await expect.poll(outside, { timeout: 10_000 }).toHaveLength(2)
    await call.ended
    expect((await desk.call(OUTSIDE)).status).toBe(503)
    await office.rest()
    await expect.poll(usage).toBe('0')

    await limit(2)
    for (const [first, second] of [
      [OUTSIDE, '13035550143'],
      ['1002', OUTSIDE],
    ] as const) {
      const [one, other] = [await desk.call(first), await desk.call(second)]
      expect([one.status, other.status]).toEqual([200, 200])
      await pause(BRIDGED_MS)
      await one.transfer(other.place)
      await Promise.all([one.ended, other.ended])
      await expect.poll(usage).toBe('1')
      await office.rest()
      await expect.poll(usage).toBe('0')
    }

    await limit(3)
    for (let calls = 0; calls < 3; calls++) expect((await west.call(did(2), CALLER)).status).toBe(200)
    await pause(BRIDGED_MS)
    await limit(1)
    await desk.transfer('1002')
    await expect.poll(() => lobby.calls.length, { timeout: 10_000 }).toBe(1)
    await office.rest()
    await limit(null)
  })

  // Last: that phone rings twice from then on.
  test('registers with any display name', async () => {
    const address = `sip:1003@${workshop.host};line=a_b-1`
    const contact = `"Shop, 2nd floor [left] | {back}" <${address}>`
    const password = await office.passwordOf('1003')
    await workshop.register('1003', tenant.domain, password, tenant.domain, { contact })
    await desk.call('1003')
    expect(workshop.calls.map(({ uri }) => uri)).toContain(address)
  })
})
