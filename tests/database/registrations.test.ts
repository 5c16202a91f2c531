import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AgentEvent, Registration } from '@/lib/switch/agent/agent-event'
import { callerOf, type Client, serviceClient } from '../support/clients'
import { become, query, rolledBack, storedRow, untilWaiting, withDatabase } from '../support/database'
import { TECH } from '../support/demo-users'
import { newTenant } from '../support/factories/companies'
import { newDeviceLine } from '../support/factories/devices'
import { newFaxBox } from '../support/factories/faxes'
import { newSwitch, newSwitchTenant } from '../support/factories/gateways'
import { newCallBlockRule } from '../support/factories/numbers'
import { newRegistrationFailure } from '../support/factories/registrations'
import { insertRow } from '../support/factories/row'
import { newDevice, newExtension } from '../support/factories/telephony'
import { newVoicemailMessage } from '../support/factories/voicemail'
import { SEALED } from '../support/vault'

let service: Client
let tenant: { id: string; domain: string }
let extension: { id: string }
let freeSwitch: { id: string }
let outbox: string
let sequence: number
beforeAll(() => {
  service = serviceClient()
})
beforeEach(async () => {
  tenant = await insertRow('tenants', await newTenant())
  extension = await insertRow('extensions', await newExtension({ tenant_id: tenant.id, extension: '1001' }))
  freeSwitch = await insertRow('switches', await newSwitch())
  outbox = randomUUID()
  sequence = 0
})

/** The order of a list's rows. */
const SORTS: Readonly<Record<string, string>> = { extensions: 'extension', devices: 'mac' }
const BEGUN = Date.parse('2026-01-05T09:00:00Z')
const at = (seconds: number) => new Date(BEGUN + seconds * 1000).toISOString()

const phone = (given: Partial<Registration> = {}): Registration => ({
  domain: tenant.domain,
  account: '1001',
  call_id: 'first',
  contact: `sip:${given.call_id ?? 'first'}@192.0.2.20:5060`,
  address: '192.0.2.20',
  port: 5060,
  agent: 'Yealink SIP-T54W 96.86.0.100',
  transport: 'udp',
  ...given,
})
const registered = (second: number, given: Partial<Registration> = {}): AgentEvent => ({
  kind: 'registered',
  data: { at: at(second), ...phone(given) },
})
const lost = (second: number, call_id = 'first'): AgentEvent => ({
  kind: 'lost',
  data: { at: at(second), domain: tenant.domain, account: '1001', call_id, by: 'expired' },
})
const failure = (second: number, account = '1001', address = '198.51.100.7'): AgentEvent => ({
  kind: 'failure',
  data: { at: at(second), domain: tenant.domain, account, address, agent: 'Snom', attempts: 2 },
})

const deliver = async (agentEvents: readonly AgentEvent[], first = sequence + 1) => {
  const entries = agentEvents.map((agentEvent, n) => ({ sequence: first + n, ...agentEvent }))
  sequence = Math.max(sequence, first + agentEvents.length - 1)
  const { data } = await service
    .rpc('store_switch_events', { switch: freeSwitch.id, outbox, entries })
    .throwOnError()
  return data
}
const phones = () =>
  query<{ call_id: string; lost_by: string | null; registered: number; lost: number | null }>(
    `select call_id, lost_by, extract(epoch from registered_at - $2)::int as registered,
       extract(epoch from lost_at - $2)::int as lost
     from public.registrations where extension_id = $1 order by registered_at, call_id`,
    [extension.id, at(0)],
  )
const failures = () =>
  query(
    'select account, reason, attempts from public.registration_failures where tenant_id = $1 order by account',
    [tenant.id],
  )

describe('the registrations that a switch’s agent delivers', () => {
  test('show since when a phone has been registered, and when it was lost', async () => {
    await deliver([registered(0)])
    await deliver([registered(60, { contact: 'sip:1001@192.0.2.20:5062' })])
    expect(await phones()).toEqual([{ call_id: 'first', lost_by: null, registered: 0, lost: null }])
    await deliver([lost(120)])
    expect(await phones()).toEqual([{ call_id: 'first', lost_by: 'expired', registered: 0, lost: 120 }])
    await deliver([registered(180)])
    expect(await phones()).toEqual([{ call_id: 'first', lost_by: null, registered: 180, lost: null }])
  })

  test('count once, however often they are sent', async () => {
    const rule = await insertRow('call_block_rules', await newCallBlockRule({ tenant_id: tenant.id }))
    const blocked: AgentEvent = { kind: 'blocked', data: { at: at(0), tenant: tenant.id, rule: rule.id } }
    expect(await deliver([blocked, registered(1)])).toBe(2)
    expect(await deliver([blocked, registered(1), lost(2)], 1)).toBe(1)
    expect(
      await query('select hits, last_hit_at from public.call_block_rules where id = $1', [rule.id]),
    ).toEqual([{ hits: 1, last_hit_at: new Date(at(0)) }])
    expect(await phones()).toMatchObject([{ lost_by: 'expired' }])
  })

  test('are skipped if they cannot be stored, without blocking what follows', async () => {
    const unstorable = registered(0, { transport: 'smoke' as Registration['transport'], call_id: 'other' })
    expect(await deliver([unstorable, registered(1), failure(2, '1001', '')])).toBe(3)
    expect(await phones()).toEqual([{ call_id: 'first', lost_by: null, registered: 1, lost: null }])
  })

  test('are stored together when many arrive at once, the last word on each phone', async () => {
    const second = await insertRow(
      'extensions',
      await newExtension({ tenant_id: tenant.id, extension: '1002' }),
    )
    await deliver([registered(0), lost(1)])
    const agentEvents = [
      registered(10, { call_id: 'second', contact: 'sip:1001@192.0.2.20:5062' }),
      registered(11, { call_id: 'other', account: '1002' }),
      registered(12, { call_id: 'nobody', account: '1999' }),
      registered(13, { call_id: 'second', contact: 'sip:1001@192.0.2.20:5064' }),
      registered(14, { call_id: 'unstorable', transport: 'smoke' as Registration['transport'] }),
      registered(15, { call_id: 'last', agent: 'Zoiper 5' }),
    ]
    expect(await deliver(agentEvents)).toBe(6)
    expect(await phones()).toEqual([
      { call_id: 'second', lost_by: null, registered: 10, lost: null },
      { call_id: 'last', lost_by: null, registered: 15, lost: null },
    ])
    const contacts =
      'select call_id, contact from public.registrations where extension_id = any ($1) order by call_id'
    expect(await query(contacts, [[extension.id, second.id]])).toMatchObject([
      { call_id: 'last' },
      { call_id: 'other' },
      { call_id: 'second', contact: 'sip:1001@192.0.2.20:5064' },
    ])
  })

  test('replace a lost phone when it registers again', async () => {
    await deliver([registered(0), lost(10), registered(20, { call_id: 'second' })])
    expect(await phones()).toMatchObject([{ call_id: 'second', lost: null }])
  })

  test('replace a phone that registers again at its address, but no other phone of its extension', async () => {
    const { contact } = phone()
    await deliver([registered(0), registered(1, { call_id: 'second' })])
    await deliver([
      registered(10, { call_id: 'third', contact }),
      registered(11, { call_id: 'fourth', contact }),
    ])
    expect(await phones()).toMatchObject([
      { call_id: 'second', lost: null },
      { call_id: 'fourth', lost: null },
    ])
  })

  test('keep a lost phone of another model next to the registered one', async () => {
    await deliver([registered(0), lost(10), registered(20, { call_id: 'second', agent: 'Zoiper 5' })])
    expect(await phones()).toMatchObject([
      { call_id: 'first', lost: 10 },
      { call_id: 'second', lost: null },
    ])
  })

  test('reveal which phones disappeared during a gap', async () => {
    await deliver([registered(0), registered(1, { call_id: 'second' })])
    await deliver([{ kind: 'present', data: { at: at(60), registered: [phone({ call_id: 'second' })] } }])
    expect(await phones()).toEqual([
      { call_id: 'first', lost_by: 'gone', registered: 0, lost: 60 },
      { call_id: 'second', lost_by: null, registered: 1, lost: null },
    ])
  })

  test('tell the configuration check which extensions never had one, and make it due when one gets its first', async () => {
    const never = async () =>
      (await service.rpc('never_registered', { tenant: tenant.id }).throwOnError()).data
    const isDue = async () => {
      const [row] = await query<{ checked: string | null }>(
        'select checked from public.tenant_versions where tenant_id = $1',
        [tenant.id],
      )
      return row?.checked === null
    }
    const check = () =>
      query('update public.tenant_versions set checked = version where tenant_id = $1', [tenant.id])
    await deliver([failure(0)])
    expect(await never()).toEqual([extension.id])
    await check()
    await deliver([registered(1)])
    expect(await never()).toEqual([])
    expect(await isDue()).toBe(true)
    await check()
    await deliver([lost(2), registered(3, { call_id: 'second' })])
    expect(await never()).toEqual([])
    expect(await isDue()).toBe(false)
  })

  test('show why a phone cannot register, until it can', async () => {
    await insertRow(
      'extensions',
      await newExtension({ tenant_id: tenant.id, extension: '1002', enabled: false }),
    )
    await deliver([failure(0), failure(0, '1002'), failure(0, '1999'), failure(5)])
    expect(await failures()).toEqual([
      { account: '1001', reason: 'wrong_password', attempts: 4 },
      { account: '1002', reason: 'out_of_service', attempts: 2 },
      { account: '1999', reason: 'unknown_extension', attempts: 2 },
    ])
    await deliver([registered(10, { address: '198.51.100.7' })])
    expect(await failures()).toMatchObject([{ account: '1002' }, { account: '1999' }])
  })

  test('are blocked by their address if the tenant’s settings do not list it', async () => {
    await query(
      'insert into public.tenant_settings (id, tenant_id, registration_addresses) values ($1, $1, $2)',
      [tenant.id, ['192.0.2.0/24', '203.0.113.7']],
    )
    await deliver([
      failure(0, '1001', '198.51.100.7'),
      failure(0, '1001', '192.0.2.20'),
      failure(0, '1001', '203.0.113.7'),
      failure(0, '1001', '2001:db8::7'),
      failure(0, '1999', '198.51.100.7'),
    ])
    const reasons =
      'select account, address, reason from public.registration_failures where tenant_id = $1 order by 1, 2'
    expect(await query(reasons, [tenant.id])).toEqual([
      { account: '1001', address: '192.0.2.20', reason: 'wrong_password' },
      { account: '1001', address: '198.51.100.7', reason: 'blocked_address' },
      { account: '1001', address: '2001:db8::7', reason: 'blocked_address' },
      { account: '1001', address: '203.0.113.7', reason: 'wrong_password' },
      { account: '1999', address: '198.51.100.7', reason: 'unknown_extension' },
    ])
    // They block no phone of another tenant.
    tenant = await insertRow('tenants', await newTenant())
    await insertRow('extensions', await newExtension({ tenant_id: tenant.id, extension: '1001' }))
    await deliver([failure(0, '1001', '198.51.100.7')])
    expect(await query(reasons, [tenant.id])).toMatchObject([{ reason: 'wrong_password' }])
  })

  test('limit what strangers can add to the table', async () => {
    await deliver(Array.from({ length: 250 }, (_, n) => failure(n, '1999', `198.51.100.${n}`)))
    expect(await failures()).toHaveLength(200)
  })

  test('change nothing for tenants that the switch does not serve', async () => {
    freeSwitch = await insertRow('switches', await newSwitch({ all_tenants: false }))
    const rule = await insertRow('call_block_rules', await newCallBlockRule({ tenant_id: tenant.id }))
    await deliver([
      registered(0),
      failure(0),
      { kind: 'blocked', data: { at: at(0), tenant: tenant.id, rule: rule.id } },
    ])
    expect(await phones()).toEqual([])
    expect(await failures()).toEqual([])
    expect(await query('select hits from public.call_block_rules where id = $1', [rule.id])).toEqual([
      { hits: 0 },
    ])
    await insertRow(
      'switch_tenants',
      await newSwitchTenant({ switch_id: freeSwitch.id, tenant_id: tenant.id }),
    )
    await deliver([registered(1)])
    expect(await phones()).toHaveLength(1)
  })

  test('are the last word on a phone, even after the clock of the agent was set back', async () => {
    await deliver([registered(3600), registered(3601, { call_id: 'second' })])
    await deliver([lost(10), registered(11, { call_id: 'third', agent: 'Zoiper 5' })])
    expect(await phones()).toMatchObject([
      { call_id: 'first', lost_by: 'expired' },
      { call_id: 'second', lost_by: null },
      { call_id: 'third', lost_by: null },
    ])
    const third = phone({ call_id: 'third', agent: 'Zoiper 5' })
    await deliver([{ kind: 'present', data: { at: at(20), registered: [third] } }])
    expect(await phones()).toMatchObject([
      { call_id: 'first', lost_by: 'expired' },
      { call_id: 'second', lost_by: 'gone' },
      { call_id: 'third', lost_by: null },
    ])
    await deliver([failure(30), registered(31, { address: '198.51.100.7' })])
    expect(await failures()).toEqual([])
  })

  test('cap timestamps from a clock that is ahead', async () => {
    const ahead = new Date(Date.now() + 3_600_000).toISOString()
    await deliver([{ kind: 'registered', data: { at: ahead, ...phone() } }])
    expect(
      await query('select registered_at <= now() as past from public.registrations where extension_id = $1', [
        extension.id,
      ]),
    ).toEqual([{ past: true }])
  })
})

test('a phone’s registration and response time are those of its domain’s extension, whoever else has its number', async () => {
  const other = await insertRow('tenants', await newTenant())
  const namesake = await insertRow(
    'extensions',
    await newExtension({ tenant_id: other.id, extension: '1001' }),
  )
  const all = () =>
    query(
      'select tenant_id, extension_id, ping_ms::int from public.registrations where extension_id = any ($1) order by ping_ms',
      [[extension.id, namesake.id]],
    )
  const of = (tenant_id: string, extension_id: string, ping_ms: number | null) => ({
    tenant_id,
    extension_id,
    ping_ms,
  })
  await deliver([registered(0)])
  expect(await all()).toEqual([of(tenant.id, extension.id, null)])
  await deliver([registered(0, { domain: other.domain })])
  const ping = (domain: string, ms: number) =>
    service
      .rpc('store_switch_pings', {
        switch: freeSwitch.id,
        pings: [{ domain, account: '1001', call_id: 'first', ms }],
      })
      .throwOnError()
  await ping(tenant.domain, 20)
  expect(await all()).toEqual([of(tenant.id, extension.id, 20), of(other.id, namesake.id, null)])
  await ping(other.domain, 30)
  expect(await all()).toEqual([of(tenant.id, extension.id, 20), of(other.id, namesake.id, 30)])
})

test('two reports about the same phones lock them in one order, whichever they name first', async () => {
  const calls = ['first', 'second']
  await deliver(calls.map((call_id) => registered(0, { call_id })))
  const lock = (call: string, wait: string) =>
    `select from public.registrations where extension_id = '${extension.id}' and call_id = '${call}' for update ${wait}`
  const pings = calls
    .toReversed()
    .map((call_id) => ({ domain: tenant.domain, account: '1001', call_id, ms: 20 }))
  await withDatabase((reporting) =>
    rolledBack(async (holder) => {
      await holder.query(lock('first', ''))
      const reported = reporting.query('select private.store_switch_pings($1, $2)', [
        freeSwitch.id,
        JSON.stringify(pings),
      ])
      await untilWaiting(reporting)
      expect((await holder.query(lock('second', 'skip locked'))).rowCount).toBe(1)
      await holder.query('rollback')
      await reported
    }),
  )
  expect(
    await query('select ping_ms from public.registrations where extension_id = $1', [extension.id]),
  ).toEqual(calls.map(() => ({ ping_ms: expect.anything() })))
})

test('an event of a kind that this release does not know is left out, and holds up none of the others', async () => {
  const entries = [
    { sequence: 1, kind: 'of_tomorrow', data: { at: at(0) } },
    { sequence: 2, ...registered(1) },
  ]
  await service.rpc('store_switch_events', { switch: freeSwitch.id, outbox, entries }).throwOnError()
  expect(await phones()).toMatchObject([{ call_id: 'first', lost: null }])
})

test('phones of a tenant that is being deleted are left out, and hold up none of the others', async () => {
  const staying = await insertRow('tenants', await newTenant())
  const other = await insertRow(
    'extensions',
    await newExtension({ tenant_id: staying.id, extension: '1001' }),
  )
  const rule = await insertRow('call_block_rules', await newCallBlockRule({ tenant_id: tenant.id }))
  const message = await insertRow(
    'voicemail_messages',
    await newVoicemailMessage({
      tenant_id: tenant.id,
      extension_id: extension.id,
      switch_id: freeSwitch.id,
      domain: tenant.domain,
    }),
  )
  const box = await insertRow('fax_boxes', await newFaxBox({ tenant_id: tenant.id }))
  const fax = { tenant: tenant.id, box: box.id, channel: randomUUID(), from: '', station: '', problem: '' }
  const asked = await insertRow('switch_commands', {
    tenant_id: tenant.id,
    switch_id: freeSwitch.id,
    command: 'ring',
    arguments: {},
  })
  await deliver([registered(0), failure(0)])
  const before = [await phones(), await failures()]
  const theirs = phone({ domain: staying.domain })
  const agentEvents: readonly AgentEvent[] = [
    registered(1),
    registered(1, { call_id: 'second' }),
    failure(2),
    lost(3),
    { kind: 'blocked', data: { at: at(4), tenant: tenant.id, rule: rule.id } },
    { kind: 'fax', data: { at: at(4), ...fax } },
    { kind: 'mailbox', data: { at: at(4), domain: tenant.domain, extension: extension.id, messages: [] } },
    { kind: 'mailboxes', data: { at: at(4), accounts: [], unread: [tenant.domain] } },
    { kind: 'done', data: { at: at(4), command: asked.id, problem: null } },
    { kind: 'present', data: { at: at(5), registered: [theirs] } },
    registered(6, theirs),
  ]
  await rolledBack(async (client) => {
    await client.query('delete from public.tenants where id = $1', [tenant.id])
    expect(await deliver(agentEvents)).toBe(agentEvents.length)
    expect(
      await query('select call_id from public.registrations where extension_id = $1', [other.id]),
    ).toEqual([{ call_id: 'first' }])
  })
  expect([await phones(), await failures()]).toEqual(before)
  expect(await storedRow('voicemail_messages', message.id)).toBeDefined()
})

test.each([
  ['public.save_record', `'extensions', $2, $1, 2, '{"extension": "1001", "description": "Desk"}'`],
  [
    'public.change_records',
    `'extensions', $1, jsonb_build_array(jsonb_build_object('id', $2, 'version', 2)), '{"description": "Desk"}'`,
  ],
  [
    'public.revert_entry',
    '(select id from public.audit_log where record_id = $2 order by seq desc limit 1), 2, $1',
  ],
])('a phone’s first registration does not wait for a change of its extension by %s', async (name, given) => {
  await query("update public.extensions set description = 'Lobby' where id = $1", [extension.id])
  await rolledBack(async (client) => {
    await become(client, TECH)
    await client.query(`select ${name}(${given})`.replaceAll(/\$[12]/g, '$&::uuid'), [
      tenant.id,
      extension.id,
    ])
    await deliver([registered(0)])
  })
  expect(await phones()).toMatchObject([{ call_id: 'first' }])
})

const SECRET = 'f'.repeat(64)
const authenticate = () =>
  query('insert into private.switch_secrets (switch_id, sha256) values ($1, $2)', [freeSwitch.id, SECRET])

/** The commands that the switch's agent gets if it has been away for so many minutes. */
async function takenAfter(minutes: number): Promise<unknown> {
  await authenticate()
  await query(
    `update public.switch_commands set created_at = created_at - $2 * interval '1 minute',
       expires_at = expires_at - $2 * interval '1 minute' where switch_id = $1`,
    [freeSwitch.id, minutes],
  )
  const [news] = await query<{ commands: unknown }>(
    `select private.take_switch_commands('', s.name, $2) -> 'commands' as commands from public.switches s where s.id = $1`,
    [freeSwitch.id, SECRET],
  )
  return news?.commands
}

const asked = () =>
  query('select command, arguments from public.switch_commands where switch_id = $1 order by created_at', [
    freeSwitch.id,
  ])

describe('the phones of an extension that is renumbered', () => {
  const renumber = () =>
    query(`update public.extensions set extension = '1500' where id = $1`, [extension.id])

  test('are asked to fetch their files, and get no more calls of the old number', async () => {
    await deliver([registered(0), registered(0, { call_id: 'second' }), lost(1, 'second')])
    await renumber()
    const { domain, account, call_id, contact } = phone()
    const command = { domain, account, call_id, contact }
    expect(await asked()).toEqual([
      { command: 'resync', arguments: command },
      { command: 'end', arguments: command },
    ])
  })

  test('are not registered until they know the new number, and then once', async () => {
    await deliver([registered(0)])
    await renumber()
    expect(await phones()).toMatchObject([{ call_id: 'first', lost_by: 'staff' }])
    await deliver([
      lost(1),
      registered(2, { account: '1500', call_id: 'second', contact: 'sip:1500@192.0.2.20' }),
    ])
    expect(await phones()).toMatchObject([{ call_id: 'second', lost_by: null }])
  })

  test('leave no failures to the number’s next owner', async () => {
    await deliver([failure(0), failure(0, '1500'), failure(0, '1999')])
    const others = await insertRow('registration_failures', await newRegistrationFailure({ account: '1500' }))
    await renumber()
    expect(await failures()).toMatchObject([{ account: '1999' }])
    expect(await storedRow('registration_failures', others.id)).toBeDefined()
  })
})

test('the phones of an extension that gets another SIP password are asked to fetch it, and get no more calls', async () => {
  await query(
    `insert into public.secrets (tenant_id, owner_table, owner_id, field, sealed)
     values ($1, 'extensions', $2, 'voicemail_pin', $3)`,
    [tenant.id, extension.id, SEALED],
  )
  await deliver([registered(0)])
  const { client } = await callerOf('superadmin')
  const set = (field: string) =>
    client
      .rpc('set_secret', {
        owner_table: 'extensions',
        owner: extension.id,
        field,
        sealed: SEALED,
        tenant: tenant.id,
      })
      .throwOnError()
  await set('voicemail_pin')
  expect(await asked()).toEqual([])
  await set('sip_password')
  expect(await asked()).toMatchObject([
    { command: 'resync', arguments: { account: '1001', call_id: 'first' } },
    { command: 'end', arguments: { account: '1001', call_id: 'first' } },
  ])
  expect(await phones()).toMatchObject([{ lost_by: 'staff' }])
  // An agent that was away ends them all the same, unless they have registered anew.
  await deliver([registered(1)])
  expect(await takenAfter(2)).toEqual([])
})

test('the phones of an extension that is deleted get no calls of the number’s next owner', async () => {
  await deliver([registered(0)])
  await query('delete from public.extensions where id = $1', [extension.id])
  expect(await asked()).toMatchObject([{ command: 'end', arguments: { account: '1001', call_id: 'first' } }])
  expect(await takenAfter(23 * 60)).toMatchObject([{ command: 'end', call_id: 'first' }])
})

describe('the phones at a switch that no longer serves their tenant', () => {
  const lostBy = async () => (await phones()).map(({ lost_by }) => lost_by)
  const serve = async () =>
    insertRow('switch_tenants', await newSwitchTenant({ switch_id: freeSwitch.id, tenant_id: tenant.id }))

  test('are gone, and back once it says so', async () => {
    freeSwitch = await insertRow('switches', await newSwitch({ all_tenants: false }))
    await serve()
    await deliver([registered(0)])
    await query('delete from public.switch_tenants where switch_id = $1', [freeSwitch.id])
    expect(await lostBy()).toEqual(['gone'])
    await serve()
    await deliver([registered(1)])
    expect(await lostBy()).toEqual([null])
  })

  test.each(['all_tenants', 'enabled'])('are gone when “%s” is turned off', async (column) => {
    await deliver([registered(0)])
    await query(`update public.switches set ${column} = false where id = $1`, [freeSwitch.id])
    expect(await lostBy()).toEqual(['gone'])
  })

  test('are told of by the news, as an agent that hears of neither change would not report them again', async () => {
    await authenticate()
    const lostAt = async () =>
      (
        await query<{ at: string | null }>(
          `select private.take_switch_commands('', s.name, $2) ->> 'phones_lost_at' as at
           from public.switches s where s.id = $1`,
          [freeSwitch.id, SECRET],
        )
      )[0]?.at
    const enable = (enabled: boolean) =>
      query('update public.switches set enabled = $2 where id = $1', [freeSwitch.id, enabled])
    for (const enabled of [false, true]) await enable(enabled)
    expect(await lostAt()).toBeNull()
    await deliver([registered(0)])
    for (const enabled of [false, true]) await enable(enabled)
    expect(await lostAt()).toEqual(expect.any(String))
  })

  test('stay if it is saved with the tenant among others', async () => {
    await deliver([registered(0)])
    await rolledBack(async (client) => {
      await client.query('update public.switches set all_tenants = false where id = $1', [freeSwitch.id])
      await client.query('insert into public.switch_tenants (switch_id, tenant_id) values ($1, $2)', [
        freeSwitch.id,
        tenant.id,
      ])
      await client.query('set constraints all immediate')
      const { rows } = await client.query(
        'select lost_by from public.registrations where extension_id = $1',
        [extension.id],
      )
      expect(rows).toEqual([{ lost_by: null }])
    })
  })

  test('stay if such a save is undone', async () => {
    await withDatabase(async (client) => {
      await client.query('begin')
      await client.query('update public.switches set all_tenants = false where id = $1', [freeSwitch.id])
      await client.query('insert into public.switch_tenants (switch_id, tenant_id) values ($1, $2)', [
        freeSwitch.id,
        tenant.id,
      ])
      await client.query('commit')
    })
    await deliver([registered(0)])
    const [saved] = await query<{ id: string }>(
      "select id from public.audit_log where table_name = 'switches' and record_id = $1 and action = 'update'",
      [freeSwitch.id],
    )
    const { client } = await callerOf('superadmin')
    const undone = await client.rpc('undo_change', { entry: saved?.id ?? '' }).throwOnError()
    expect(undone.data).toMatchObject({ undone: 1, reasons: [] })
    expect(await lostBy()).toEqual([null])
  })
})

describe('the lists of extensions and devices', () => {
  const listed = async (table: 'extension_list' | 'device_rows', id: string) =>
    (
      await query<{ is_registered: boolean }>(`select is_registered from public.${table} where id = $1`, [id])
    )[0]

  test('show which extensions are registered', async () => {
    expect(await listed('extension_list', extension.id)).toEqual({ is_registered: false })
    await deliver([registered(0)])
    expect(await listed('extension_list', extension.id)).toEqual({ is_registered: true })
    await deliver([lost(1)])
    expect(await listed('extension_list', extension.id)).toEqual({ is_registered: false })
  })

  test('can be filtered by whether a phone is registered', async () => {
    const { client } = await callerOf('tech')
    const without = await insertRow(
      'extensions',
      await newExtension({ tenant_id: tenant.id, extension: '1002' }),
    )
    const shown = async (target_table: string, is_registered: string) => {
      const asked = { target_table, tenant: tenant.id, filters: { is_registered } }
      const { data } = await client
        .rpc('record_page', { ...asked, sort_by: SORTS[target_table] })
        .throwOnError()
      const { data: count } = await client.rpc('record_count', asked).throwOnError()
      const ids = (data as { id: string }[]).map(({ id }) => id)
      expect(count).toBe(ids.length)
      return ids
    }
    const device = await insertRow('devices', await newDevice({ tenant_id: tenant.id, vendor: 'Yealink' }))
    await insertRow(
      'device_lines',
      await newDeviceLine({ tenant_id: tenant.id, device_id: device.id, extension_id: extension.id }),
    )
    expect(await shown('devices', 'false')).toEqual([device.id])
    await deliver([registered(0)])
    expect(await shown('extensions', 'false')).toEqual([without.id])
    expect(await shown('extensions', 'true')).toEqual([extension.id])
    expect([await shown('devices', 'false'), await shown('devices', 'true')]).toEqual([[], [device.id]])
    await deliver([lost(1)])
    expect(await shown('extensions', 'false')).toEqual([extension.id, without.id])
    expect(await shown('devices', 'false')).toEqual([device.id])
  })

  test.each([
    ['names its vendor', 'Yealink SIP-T54W 96.86.0.100', true],
    ['names its MAC address', 'Yealink SIP-T54W 96.86.0.100 805ec0010203', true],
    ['names another MAC address', 'Yealink SIP-T54W 96.86.0.100 805ec0999999', false],
    ['is of another vendor', 'Grandstream GXP2170 1.0.11.35', false],
  ])('count a device as registered or not by a user agent that %s', async (_what, agent, expected) => {
    await query("delete from public.devices where mac = '80:5E:C0:01:02:03'")
    const device = await insertRow(
      'devices',
      await newDevice({ tenant_id: tenant.id, mac: '80:5E:C0:01:02:03', vendor: 'Yealink' }),
    )
    await insertRow(
      'device_lines',
      await newDeviceLine({ tenant_id: tenant.id, device_id: device.id, extension_id: extension.id }),
    )
    await deliver([registered(0, { agent })])
    expect(await listed('device_rows', device.id)).toEqual({ is_registered: expected })
  })
})
