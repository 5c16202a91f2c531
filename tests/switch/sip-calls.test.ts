import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '@/local/free-port'
import { TEST_APP } from '@/scripts/lib/test-app'
import { query } from '../support/database'
import {
  newAgent,
  newQueue,
  newRingGroup,
  newRingGroupMember,
  newTier,
} from '../support/factories/call-groups'
import { newTenant } from '../support/factories/companies'
import { insertRegistered } from '../support/factories/emergency'
import { newGateway, newSwitch } from '../support/factories/gateways'
import { newCallBlockRule, newOutboundRoute } from '../support/factories/numbers'
import { newIvrMenu, newIvrMenuOption } from '../support/factories/routing'
import { insertRow } from '../support/factories/row'
import { newExtension, newTenantNumber } from '../support/factories/telephony'
import { FREESWITCH, type RunningSwitch, startSwitch } from '../support/switch/freeswitch'
import { SipEndpoint } from '../support/switch/phone'

const CALLER = '+12075550123'
/** A saved change governs calls after at most a second. */
const SAVED_MS = 1500

let freeswitch: RunningSwitch
let tenant: { id: string; domain: string }
let desk: SipEndpoint
let lobby: SipEndpoint
let east: SipEndpoint
let west: SipEndpoint
let carriersOff: string[] = []
/** Ids of extensions by number. */
const ids: Record<string, string> = {}
const opened: SipEndpoint[] = []
const lines = `9${String(randomBytes(4).readUInt32BE() % 1_000_000).padStart(6, '0')}`
/** A number of the tenant's own that is nobody else's. */
const did = (n: number) => `+1${lines.slice(0, 1)}07${2 + n}${lines.slice(1)}`

async function passwordOf(extension: string): Promise<string> {
  const [row] = await query<{ value: string }>(
    `select value from public.secrets where owner_id = $1 and field = 'sip_password'`,
    [ids[extension]],
  )
  return row?.value ?? ''
}

async function endpoint(port: number): Promise<SipEndpoint> {
  const made = await SipEndpoint.open({ address: await address(), port })
  opened.push(made)
  return made
}

const address = async () => freeswitch.events.api('global_getvar local_ip_v4')

beforeAll(async () => {
  if (!FREESWITCH) return
  const secret = randomBytes(32).toString('hex')
  const [internal, external] = [await freePort(), await freePort()]
  const made = await insertRow(
    'switches',
    await newSwitch({ internal_profile_port: internal, external_profile_port: external, all_tenants: true }),
  )
  await query('insert into private.switch_secrets (switch_id, sha256) values ($1, $2)', [
    made.id,
    createHash('sha256').update(secret).digest('hex'),
  ])
  // The carriers of the demo data are not there; the test's own are told to the switch when they listen.
  carriersOff = (
    await query<{ id: string }>('update public.gateways set enabled = false where enabled returning id')
  ).map(({ id }) => id)
  freeswitch = await startSwitch({
    configuration: { url: `${TEST_APP.url}/api/switch/xml`, credentials: `${made.name}:${secret}` },
    records: { url: `${TEST_APP.url}/api/cdr`, credentials: `switch:${TEST_APP.cdrIngestSecret}` },
    asksForConfiguration: true,
  })
  ;[desk, lobby] = [await endpoint(internal), await endpoint(internal)]
  ;[east, west] = [await endpoint(external), await endpoint(external)]
  await arrange()
  await freeswitch.events.api('reloadacl')
  await freeswitch.events.api('sofia profile external rescan')
  await pause(SAVED_MS)
}, 300_000)

async function arrange(): Promise<void> {
  tenant = await insertRow('tenants', await newTenant())
  for (const extension of ['1001', '1002', '1003']) {
    const phone = await newExtension({ tenant_id: tenant.id, extension, call_timeout: 5 })
    ids[extension] = (await insertRow('extensions', phone)).id
  }
  const host = await address()
  const trunk = (port: number, name: string) =>
    newGateway({ host, port, name: `${name}-${lines}`, ping_seconds: 0, trusted_addresses: [host] })
  const first = await insertRow('gateways', await trunk(east.port, 'east'))
  const second = await insertRow('gateways', {
    ...(await trunk(west.port, 'west')),
    number_format: 'national_with_1',
  })
  await insertRow(
    'outbound_routes',
    await newOutboundRoute({ tenant_id: tenant.id, gateway_1_id: first.id, gateway_2_id: second.id }),
  )
  const own = await number(0, ids['1002'])
  await query('update public.extensions set outbound_did_id = $1, toll_class = $2 where id = $3', [
    own,
    'national',
    ids['1001'],
  ])
}

async function number(n: number, destination: string | undefined): Promise<string> {
  const given = await newTenantNumber({ tenant_id: tenant.id, number: did(n), destination_id: destination })
  return (await insertRow('dids', given)).id
}

afterEach(async () => {
  if (!FREESWITCH) return
  await freeswitch.events.api('hupall')
  for (const each of opened) {
    each.calls.length = 0
    each.manner = 'answers'
  }
})
afterAll(async () => {
  for (const each of opened) each.close()
  await freeswitch?.stop()
  if (!FREESWITCH) return
  await query('update public.gateways set enabled = id = any ($1)', [carriersOff])
})

/** The sentences of the path with which the last call of this tenant was stored. */
async function toldPath(words: RegExp): Promise<void> {
  const paths = () =>
    query<{ text: string }>(
      `select coalesce(string_agg(p ->> 'text', ' | '), '') as text
       from public.cdr c, jsonb_array_elements(c.path) p where c.tenant_id = $1`,
      [tenant.id],
    )
  await expect.poll(async () => (await paths())[0]?.text, { timeout: 20_000 }).toMatch(words)
}

const signIn = async () => {
  expect(await desk.register('1001', tenant.domain, await passwordOf('1001'))).toBe(200)
  expect(await lobby.register('1002', tenant.domain, await passwordOf('1002'))).toBe(200)
}

describe.skipIf(!FREESWITCH)('SIP phones on a FreeSWITCH', () => {
  test('register with the password of their extension only', async () => {
    expect([401, 403]).toContain(await desk.register('1001', tenant.domain, 'wrong'))
    await signIn()
  })

  test('call each other, and the record of the call says why it went there', async () => {
    await signIn()
    const call = await desk.call('1002')
    expect(call.status).toBe(200)
    expect(lobby.calls).toHaveLength(1)
    call.hangUp()
    await toldPath(/1002 is extension 1002/)
  })

  test('leave a message where the other one is busy', async () => {
    await signIn()
    lobby.manner = 486
    const call = await desk.call('1002')
    expect(call.status).toBe(200)
    expect(lobby.calls).toHaveLength(1)
    call.hangUp()
    await toldPath(/busy/)
  })

  test('follow a saved change with the next call', async () => {
    await signIn()
    await query('update public.extensions set do_not_disturb = true where id = $1', [ids['1002']])
    await pause(SAVED_MS)
    const call = await desk.call('1002')
    expect(lobby.calls).toHaveLength(0)
    call.hangUp()
    await query('update public.extensions set do_not_disturb = false where id = $1', [ids['1002']])
    await pause(SAVED_MS)
    expect((await desk.call('1002')).status).toBe(200)
    expect(lobby.calls).toHaveLength(1)
  })

  test('turn do not disturb on and off by its code', async () => {
    await signIn()
    const disturbed = async () =>
      (await query('select do_not_disturb from public.extensions where id = $1', [ids['1001']]))[0]
    expect((await desk.call('*78')).status).toBe(200)
    expect(await disturbed()).toEqual({ do_not_disturb: true })
    await pause(SAVED_MS)
    expect((await desk.call('*78')).status).toBe(200)
    expect(await disturbed()).toEqual({ do_not_disturb: false })
  })

  test('are rung by a group that a number leads to, whose callers can leave a message', async () => {
    await signIn()
    const [box] = await query<{ id: string }>(
      `select id from public.destinations where tenant_id = $1 and kind = 'voicemails' and number = '1001'`,
      [tenant.id],
    )
    const group = await insertRow('ring_groups', {
      ...(await newRingGroup({ tenant_id: tenant.id, timeout_destination_id: box?.id })),
    })
    for (const extension of ['1001', '1002']) {
      const member = { tenant_id: tenant.id, ring_group_id: group.id, extension_id: ids[extension] }
      await insertRow('ring_group_members', await newRingGroupMember({ ...member, timeout: 5 }))
    }
    await number(1, group.id)
    await pause(SAVED_MS)
    desk.manner = 'rings'
    lobby.manner = 'rings'
    const call = await east.call(did(1), CALLER)
    expect(call.status).toBe(200)
    expect([desk.calls.length, lobby.calls.length]).toEqual([1, 1])
    call.hangUp()
    await toldPath(/Front office/)
  })

  test('are not rung by a caller whom a rule rejects', async () => {
    await signIn()
    await insertRow(
      'call_block_rules',
      await newCallBlockRule({ tenant_id: tenant.id, number: '+12075550166' }),
    )
    await pause(SAVED_MS)
    expect((await east.call(did(0), '+12075550166')).status).toBeGreaterThanOrEqual(400)
    expect(lobby.calls).toHaveLength(0)
    expect((await east.call(did(0), CALLER)).status).toBe(200)
    expect(lobby.calls).toHaveLength(1)
  })

  test('call out by the second gateway when the first fails, in its format and with their number', async () => {
    await signIn()
    east.manner = 503
    expect((await desk.call('13035550142')).status).toBe(200)
    expect(east.calls.map(({ uri }) => uri)).toEqual([expect.stringMatching(/^sip:\+13035550142@/)])
    expect(west.calls.map(({ uri }) => uri)).toEqual([expect.stringMatching(/^sip:13035550142@/)])
    expect(east.calls[0]?.headers['p-asserted-identity']).toContain(did(0))
    expect(west.calls[0]?.headers['p-asserted-identity']).toContain(did(0).slice(1))
  })

  test('are reached through a menu, its sub-menu and by direct dialing', async () => {
    await signIn()
    const sub = await insertRow(
      'ivr_menus',
      await newIvrMenu({ tenant_id: tenant.id, number: '7001', timeout_ms: 20_000 }),
    )
    const menu = await insertRow(
      'ivr_menus',
      await newIvrMenu({
        tenant_id: tenant.id,
        number: '7002',
        timeout_ms: 20_000,
        direct_dial: true,
        digit_length: 4,
      }),
    )
    await insertRow(
      'ivr_menu_options',
      await newIvrMenuOption({
        tenant_id: tenant.id,
        ivr_menu_id: menu.id,
        digits: '3',
        destination_id: sub.id,
      }),
    )
    await insertRow(
      'ivr_menu_options',
      await newIvrMenuOption({
        tenant_id: tenant.id,
        ivr_menu_id: sub.id,
        digits: '4',
        destination_id: ids['1002'],
      }),
    )
    await number(2, menu.id)
    await pause(SAVED_MS)
    const through = async (...keys: string[]) => {
      const call = await east.call(did(2), CALLER)
      expect(call.status).toBe(200)
      for (const digits of keys) {
        await pause(1000)
        for (const digit of digits) {
          call.press(digit)
          await pause(250)
        }
        await pause(4000)
      }
    }
    await through('3', '4')
    expect(lobby.calls).toHaveLength(1)
    await through('1001')
    expect(desk.calls).toHaveLength(1)
  })

  test('reach 911 with the number to call back and the place that they stand at', async () => {
    await signIn()
    const registered = await insertRegistered('confirmed', { tenant_id: tenant.id, number: did(3) })
    await query('update public.extensions set emergency_did_id = $1, location = $2 where id = $3', [
      registered.id,
      'Floor 2 by the stairs',
      ids['1001'],
    ])
    const [first] = await query<{ id: string }>('select id from public.gateways where name = $1', [
      `east-${lines}`,
    ])
    await insertRow(
      'outbound_routes',
      await newOutboundRoute({
        tenant_id: tenant.id,
        matches: 'emergency',
        toll_class: 'emergency',
        gateway_1_id: first?.id ?? '',
      }),
    )
    await pause(SAVED_MS)
    expect((await desk.call('911')).status).toBe(200)
    expect(east.calls).toHaveLength(1)
    expect(east.calls[0]?.uri).toMatch(/^sip:911@/)
    expect(east.calls[0]?.headers['x-emergency-location']).toContain('Floor 2 by the stairs')
    expect(east.calls[0]?.headers['p-asserted-identity']).toContain(did(3))
  })

  test('are the agents of a queue: the next one is called when the first does not answer', async () => {
    await signIn()
    const queue = await insertRow(
      'call_center_queues',
      await newQueue({ tenant_id: tenant.id, number: '8000', strategy: 'top-down' }),
    )
    for (const [position, extension] of ['1001', '1002'].entries()) {
      const agent = await insertRow(
        'call_center_agents',
        await newAgent({
          tenant_id: tenant.id,
          extension_id: ids[extension],
          name: extension,
          status: 'Available',
          call_timeout: 5,
        }),
      )
      await insertRow(
        'call_center_tiers',
        await newTier({
          tenant_id: tenant.id,
          queue_id: queue.id,
          agent_id: agent.id,
          position: position + 1,
        }),
      )
    }
    await number(4, queue.id)
    await pause(SAVED_MS)
    desk.manner = 'rings'
    const call = await east.call(did(4), CALLER)
    expect(call.status).toBe(200)
    await expect.poll(() => lobby.calls.length, { timeout: 20_000 }).toBe(1)
    expect(desk.calls).toHaveLength(1)
    call.hangUp()
  })
})
