import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgentEvent } from '../../lib/switch/agent/agent-event.ts'
import { testBackend } from '../../scripts/lib/test-app.ts'
import { appDatabase } from '../support/api-database.ts'
import { callApi } from '../support/api-session.ts'
import { type MadeSwitch, newSwitch } from '../support/api-switch.ts'
import { wavFile } from '../support/audio-files.ts'
import { faxFile } from '../support/fax-files.ts'
import { switchRecord } from '../support/switch-record.ts'
import { isNoCheck, rowsOf } from '../support/tenant-rows.ts'

// A switch of another tenant sends every kind of event about this one, with correct ids, names and call uuids.

const database = appDatabase()
const NOW = () => new Date().toISOString()
let tenant: { id: string; domain: string }
let neighbor: typeof tenant
let ids: Record<
  'phone' | 'agent' | 'rule' | 'box' | 'message' | 'messageUuid' | 'command' | 'order' | 'call',
  string
>
let number: string
let own: MadeSwitch
let foreign: MadeSwitch

const id = async (text: string, values: unknown[]) =>
  String((await database.query<{ id: string }>(text, values)).rows[0]?.id)

beforeAll(async () => {
  const made = await Promise.all(
    ['served', 'foreign'].map(async (name) => {
      const { rows } = await database.query<typeof tenant>(
        'insert into public.tenants (domain) values ($1) returning id, domain',
        [`${name}-${randomUUID()}.pbx.example`],
      )
      return rows[0]
    }),
  )
  ;[tenant, neighbor] = made as [typeof tenant, typeof tenant]
  ;[own, foreign] = await Promise.all([newSwitch(database, [tenant.id]), newSwitch(database, [neighbor.id])])
  const phone = await id(
    "insert into public.extensions (tenant_id, extension) values ($1, '1001') returning id",
    [tenant.id],
  )
  await id(
    `insert into public.call_center_queues (tenant_id, name, number) values ($1, 'Desk', '3001') returning id`,
    [tenant.id],
  )
  ids = {
    phone,
    agent: await id(
      `insert into public.call_center_agents (tenant_id, name, extension_id, status)
       values ($1, 'Ann', $2, 'Available') returning id`,
      [tenant.id, phone],
    ),
    rule: await id(
      `insert into public.call_block_rules (tenant_id, direction, match, number) values ($1, 'inbound', 'exact', '+12075550166') returning id`,
      [tenant.id],
    ),
    box: await id(
      "insert into public.fax_boxes (tenant_id, name, number) values ($1, 'Fax', '3598') returning id",
      [tenant.id],
    ),
    messageUuid: randomUUID(),
    message: '',
    order: '',
    call: randomUUID(),
    command: await id(
      `insert into public.switch_commands (tenant_id, switch_id, command, arguments) values ($1, $2, 'hang_up', '{}') returning id`,
      [tenant.id, own.id],
    ),
  }
  number = '1001'
  // What the tenant's own switch reported before.
  await tell(own, ['registered', 'mailbox'])
  await ask('calls', callReport(), own)
  ids.message = await id('select id from public.voicemail_messages where tenant_id = $1', [tenant.id])
  ids.order = await id('select id from private.voicemail_commands where switch_id = $1', [own.id])
  await database.query(
    `insert into public.tenant_settings (id, tenant_id, emergency_notification_emails) values ($1, $1, '{guard@customer.example}')`,
    [tenant.id],
  )
})
afterAll(async () => {
  await database.query('delete from public.tenants where id = any ($1)', [[tenant.id, neighbor.id]])
  await database.end()
})

const account = () => ({ domain: tenant.domain, account: number })
const registration = () => ({
  ...account(),
  call_id: 'first',
  contact: 'sip:1001@192.0.2.20:5060',
  address: '192.0.2.20',
  port: 5060,
  agent: 'Yealink SIP-T54W 96.86.0.100',
  transport: 'udp' as const,
})
/** Every kind of event; new ones must be added here. */
const AGENT_EVENTS: { [Kind in AgentEvent['kind']]: () => Extract<AgentEvent, { kind: Kind }>['data'] } = {
  registered: () => ({ at: NOW(), ...registration() }),
  lost: () => ({ at: NOW(), ...account(), call_id: 'first', by: 'expired' }),
  present: () => ({ at: NOW(), registered: [] }),
  failure: () => ({ at: NOW(), ...account(), address: '198.51.100.7', agent: 'Snom', attempts: 9 }),
  blocked: () => ({ at: NOW(), tenant: tenant.id, rule: ids.rule }),
  mailbox: () => ({
    at: NOW(),
    domain: tenant.domain,
    extension: ids.phone,
    messages: [
      {
        uuid: ids.messageUuid,
        left_at: '2026-01-05T09:00:00Z',
        heard: false,
        number: '',
        name: '',
        seconds: 4,
      },
    ],
  }),
  wrong_pins: () => ({ at: NOW(), domain: tenant.domain, extension: ids.phone }),
  greeting_removed: () => ({ at: NOW(), domain: tenant.domain, extension: ids.phone }),
  mailboxes: () => ({ at: NOW(), accounts: [], unread: [] }),
  forwarded: () => ({ at: NOW(), order: ids.order }),
  emergency: () => ({
    at: NOW(),
    tenant: tenant.id,
    channel: randomUUID(),
    extension: ids.phone,
    call_back: null,
    address: '',
    location: '',
    leaves: true,
  }),
  fax: () => ({
    at: NOW(),
    tenant: tenant.id,
    box: ids.box,
    channel: randomUUID(),
    from: '',
    station: '',
    problem: 'The line was cut.',
  }),
  waited: () => ({
    at: NOW(),
    domain: tenant.domain,
    queue: '3001',
    call: randomUUID(),
    caller_number: '',
    joined_at: NOW(),
    outcome: 'abandoned',
    agent: ids.agent,
  }),
  agent: () => ({ at: NOW(), domain: tenant.domain, agent: ids.agent, status: 'Logged Out' }),
  done: () => ({ at: NOW(), command: ids.command, problem: 'Nobody is there.' }),
}
const KINDS = Object.keys(AGENT_EVENTS) as AgentEvent['kind'][]

const callReport = (calls: unknown[] = [liveCall()], gone: string[] = []) => ({
  run: randomUUID(),
  report: 1,
  whole: true,
  calls,
  gone,
})
const liveCall = () => ({
  call_uuid: ids.call,
  domain: tenant.domain,
  direction: 'inbound',
  caller_number: '+12075550123',
  caller_name: '',
  called_number: '3001',
  other_number: null,
  other_name: null,
  state: 'waiting',
  started_at: NOW(),
  answered_at: null,
  state_at: NOW(),
  queue: '3001',
  path: '',
  codec: null,
  mos: null,
})

const ask = (route: string, body: unknown, { authorization }: MadeSwitch) =>
  callApi(null, `/api/switch/agent/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
  })
const tell = (teller: MadeSwitch, kinds: readonly AgentEvent['kind'][]) => {
  const entries = kinds.map((kind, n) => ({
    sequence: n + 1,
    agentEvent: { kind, data: AGENT_EVENTS[kind]() },
  }))
  return ask('deliver', { outbox: randomUUID(), entries }, teller)
}
const put = (path: string, body: BodyInit) =>
  callApi(null, path, { method: 'PUT', headers: { authorization: foreign.authorization }, body })

/** All rows of the tenant, and the pending commands of its own switch. */
async function stored(): Promise<string[]> {
  const client = new pg.Client({ connectionString: testBackend().databaseUrl })
  await client.connect()
  try {
    const orders = await client.query(
      'select to_jsonb(o)::text as row from private.voicemail_commands o where switch_id = $1',
      [own.id],
    )
    return [
      // The server makes the secrets of a new tenant meanwhile.
      ...(await rowsOf([tenant.id], client)).filter((row) => isNoCheck(row) && !row.startsWith('secrets ')),
      ...orders.rows.map(({ row }) => String(row)),
    ]
  } finally {
    await client.end()
  }
}

test('what a switch tells of a tenant that it does not serve changes nothing', async () => {
  const before = await stored()
  expect(before.length).toBeGreaterThan(10)
  expect((await tell(foreign, KINDS)).body).toEqual({ counted: KINDS.length })
  expect(await stored()).toEqual(before)
})

test('what else a switch delivers changes nothing of a tenant that it does not serve', async () => {
  const before = await stored()
  const sound = Buffer.from(wavFile({ seconds: 1 })).toString('base64')
  const { at, ...fax } = AGENT_EVENTS.fax()
  const tiff = (await faxFile()).toString('base64')
  const answers = await Promise.all([
    ask('calls', callReport(), foreign),
    ask('calls', callReport([], [ids.call]), foreign),
    ask('pings', { pings: [{ ...account(), call_id: 'first', ms: 9 }] }, foreign),
    ask('voicemail', { message: ids.message, sound, problem: null }, foreign),
    ask('voicemail', { message: ids.message, sound: null, problem: 'None.' }, foreign),
    ask('fax', { fax: { ...fax, at }, tiff }, foreign),
    ...(['change', 'pin', 'room'] as const).map((asks) => ask('dialed', dialed(asks), foreign)),
    ask('tenant', { id: tenant.id }, foreign),
    put(`/api/cdr/recordings/${ids.call}.wav?domain=${tenant.domain}`, wavFile({ seconds: 1 })),
    callApi(null, '/api/cdr', {
      method: 'POST',
      headers: { authorization: foreign.authorization },
      body: JSON.stringify(switchRecord({ uuid: ids.call, domain: tenant.domain })),
    }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([
    200, 200, 200, 200, 200, 409, 404, 404, 404, 404, 404, 200,
  ])
  expect(await stored()).toEqual(before)
})

const dialed = (asks: 'change' | 'pin' | 'room') => {
  const who = { asks, tenant: tenant.id }
  if (asks === 'room') return { ...who, caller: '', outside: true, room: randomUUID(), pin: '1234' }
  if (asks === 'pin') return { ...who, dialer: ids.phone, record: randomUUID(), pin: '1234' }
  return {
    ...who,
    dialer: ids.phone,
    effect: { does: 'do not disturb', extensionId: ids.phone, enabled: true },
  }
}

test('a recording that came before its call’s record is not replaced by another tenant’s', async () => {
  const call = randomUUID()
  const recorded = () =>
    database.query('select tenant_id, duration_ms from public.call_recordings where id = $1', [call])
  const deliver = ({ authorization }: MadeSwitch, domain: string, seconds: number) =>
    callApi(null, `/api/cdr/recordings/${call}.wav?domain=${domain}`, {
      method: 'PUT',
      headers: { authorization },
      body: wavFile({ seconds }),
    })
  expect((await deliver(own, tenant.domain, 2)).status).toBe(200)
  expect((await deliver(foreign, neighbor.domain, 1)).status).toBe(404)
  expect((await recorded()).rows).toEqual([{ tenant_id: tenant.id, duration_ms: 2000 }])
  expect((await deliver(own, tenant.domain, 3)).status).toBe(200)
  expect((await recorded()).rows).toEqual([{ tenant_id: tenant.id, duration_ms: 3000 }])
})

test('a switch replaces no sound of a message, and changes nothing of a tenant that it no longer serves', async () => {
  const send = (seconds: number) =>
    ask(
      'voicemail',
      {
        message: ids.message,
        sound: Buffer.from(wavFile({ seconds })).toString('base64'),
        problem: null,
      },
      own,
    )
  const file = async () =>
    (
      await database.query('select version from storage.objects where name = $1', [
        `${tenant.id}/${ids.message}.wav`,
      ])
    ).rows
  expect((await send(2)).body).toEqual({ kept: true })
  const kept = await file()
  expect(kept).toHaveLength(1)
  expect((await send(1)).body).toEqual({ kept: false })
  expect(await file()).toEqual(kept)

  await database.query('delete from public.switch_tenants where switch_id = $1', [own.id])
  const before = await stored()
  expect((await send(1)).body).toEqual({ kept: false })
  // It can say that phones are gone from it, what became of its commands, and that 911 was dialed before.
  const kinds = KINDS.filter((kind) => !['lost', 'present', 'done', 'emergency'].includes(kind))
  expect((await tell(own, kinds)).body).toEqual({ counted: kinds.length })
  expect(await file()).toEqual(kept)
  expect(await stored()).toEqual(before)
})
