import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { TEST_APP } from '@/scripts/lib/test-app'
import { query } from '../support/database'
import { newTenant } from '../support/factories/companies'
import { insertRow } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'
import { SipEndpoint } from '../support/switch/phone'
import { CALLER, SAVED_MS } from '../support/switch/test-pbx'
import { openAttendedOffice } from '../support/switch/test-pbx-agent'
import { secretOf, vaultOf } from '../support/vault'

const OUTSIDE = '13035550142'
/** Until this time after its answer, the switch may not have bridged a call yet; people transfer later. */
const BRIDGED_MS = 500
/** Within this time a transfer has reached whom it is for, or ended. */
const TRANSFERRED_MS = 3000

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
afterAll(() => elsewhere.close())
const password = await vi.waitUntil(() => secretOf(theirs.id, 'sip_password', vaultOf(TEST_APP.dataDir)), {
  timeout: 120_000,
  interval: 500,
})
await pause(SAVED_MS)
afterEach(office.rest)

const outside = () => [...east.calls, ...west.calls].map(({ uri }) => uri)

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
    for (const params of ['', ';transport=udp']) {
      expect((await west.call(did(1), CALLER)).status).toBe(200)
      await workshop.transfer(
        `<sip:${OUTSIDE}@${elsewhere.host}${params}?Replaces=nobody%3Bto-tag%3D1%3Bfrom-tag%3D2>`,
      )
      await pause(TRANSFERRED_MS)
      expect([...outside(), ...elsewhere.calls]).toEqual([])
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

  test('transfers whom it has called outside to another extension', async () => {
    const call = await desk.call(OUTSIDE)
    expect(call.status).toBe(200)
    await pause(BRIDGED_MS)
    await call.transfer('1002')
    await expect.poll(() => lobby.calls.length, { timeout: 10_000 }).toBe(1)
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
})
