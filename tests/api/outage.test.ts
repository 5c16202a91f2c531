import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callVariable } from '@/lib/switch/call-state'
import { extensionOf } from '@/lib/switch/question'
import { callFromOutside } from '@/lib/telephony/routing/place'
import { appDatabase } from '../support/api-database.ts'
import { mailsTo } from '../support/api-mails.ts'
import { APP_URL } from '../support/api-session.ts'
import { type MadeSwitch, newSwitch } from '../support/api-switch.ts'
import { type AppGate, appGate } from '../support/app-gate'
import { wavFile } from '../support/audio-files'
import { query } from '../support/database'
import { newCallFlow } from '../support/factories/call-groups'
import { newTenant } from '../support/factories/companies'
import { newTimeCondition, newTimeConditionRule } from '../support/factories/routing'
import { insertRow } from '../support/factories/row'
import { newExtension } from '../support/factories/telephony'
import { switchRecord } from '../support/switch-record.ts'
import { agentEnvironment } from '../support/switch/agent-environment'
import { type EventServer, eventServer, NOBODY, recorded } from '../support/switch/event-server'

const HOUR = 3_600_000
const begun = Date.now() - HOUR
/** Whole hours ahead of UTC so that the outage begins after 11 a.m. and ends on the same day. */
const offset = 11 - new Date(begun).getUTCHours()
const minuteOfDay = 11 * 60 + new Date(begun).getUTCMinutes()

let made: MadeSwitch
let gate: AppGate
let events: EventServer
let folder: string
let tenant: { id: string; domain: string }
let desk: string
let night: string
let condition: string
let flow: string
const database = appDatabase()
const owner = `${randomUUID()}@customer.example`
const guard = `${randomUUID()}@customer.example`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outage-'))
  const time_zone = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
  tenant = await insertRow('tenants', await newTenant({ time_zone }))
  const of = { tenant_id: tenant.id }
  const extension = async (number: string, given = {}) =>
    (await insertRow('extensions', await newExtension({ ...of, extension: number, ...given }))).id
  desk = await extension('1001', { voicemail_email: owner })
  night = await extension('1002')
  condition = (
    await insertRow('time_conditions', await newTimeCondition({ ...of, otherwise_destination_id: night }))
  ).id
  await insertRow(
    'time_condition_rules',
    await newTimeConditionRule({
      ...of,
      time_condition_id: condition,
      destination_id: desk,
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      time_ranges: [[0, minuteOfDay + 30]],
    }),
  )
  flow = (
    await insertRow(
      'call_flows',
      await newCallFlow({
        ...of,
        state: 'alternate',
        normal_destination_id: desk,
        alternate_destination_id: night,
      }),
    )
  ).id
  await query(
    'insert into public.tenant_settings (id, tenant_id, emergency_notification_emails) values ($1, $1, $2)',
    [tenant.id, [guard]],
  )
  made = await newSwitch(database, [tenant.id])
  gate = await appGate(APP_URL)
  events = await eventServer('ClueCon')
  events.present = ofTenant(recorded.present)
  events.answers = {
    'global_getvar storage_dir': join(folder, 'storage'),
    'show channels as json': '{"row_count":0}',
  }
})
afterAll(async () => {
  running?.kill('SIGKILL')
  await gate?.close()
  await events?.close()
  rmSync(folder, { recursive: true, force: true })
  await database.query('delete from public.tenants where id = $1', [tenant.id])
  await database.end()
})

const ofTenant = (said: string) => said.replaceAll('acme.pbx.test', tenant.domain)
/** A recorded event about the tenant's account 1001 or another one. */
const say = (event: object, account = '1001') =>
  events.say(JSON.parse(ofTenant(JSON.stringify(event)).replaceAll('1001', account)))

let running: ChildProcess | undefined
let port: string
/** The agent as a separate process, with its clock shifted by this much. */
async function start(aheadMs: number) {
  const environment = await agentEnvironment({
    account: made,
    app: gate.url,
    folder: join(folder, 'agent'),
    eventsPort: events.port,
  })
  port = environment.SWITCH_PORT
  running = spawn(
    process.execPath,
    ['--import', join(import.meta.dirname, '../support/shifted-clock.ts'), 'switch/main.ts'],
    {
      env: {
        ...process.env,
        ...environment,
        CLOCK_AHEAD_MS: String(aheadMs),
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const { stdout } = running
  if (stdout) await once(stdout, 'data')
}
async function kill() {
  const ended = once(running as ChildProcess, 'exit')
  running?.kill('SIGKILL')
  await ended
}

const post = async (path: string, body: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { authorization: made.authorization },
    body,
  })
  expect(answer.status).toBe(200)
  return answer.text()
}
const record = (uuid: string) =>
  post('/api/cdr', JSON.stringify(switchRecord({ uuid, domain: tenant.domain })))
const ask = (asked: string, more: Record<string, string> = {}) =>
  post(
    '/api/switch/xml',
    new URLSearchParams({
      section: 'dialplan',
      'Caller-Context': tenant.domain,
      'Hunt-Destination-Number': asked,
      'Unique-ID': randomUUID(),
      variable_user_name: '1001',
      variable_domain_name: tenant.domain,
      ...more,
    }).toString(),
  )
const placeOf = (id: string) => extensionOf({ asks: 'place', place: { at: 'destination', id } })
/** What happens to a call at a destination. */
const arrive = (id: string) =>
  ask(placeOf(id), {
    variable_trunkline_call: callVariable(callFromOutside('+12085550142', 'Ada'), tenant.id),
  })
const health = async () => (await fetch(`http://127.0.0.1:${port}/health`)).json()

const held: string[] = []
/** A message left in the mailbox of 1001 by a call. */
function leaveMessage(at: number) {
  const uuid = randomUUID()
  const box = join(folder, 'storage/voicemail/default', tenant.domain, desk)
  mkdirSync(box, { recursive: true })
  const path = join(box, `msg_${randomUUID()}.wav`)
  writeFileSync(path, wavFile({ seconds: 2 }))
  held.push(
    [Math.floor(at / 1000), 0, desk, tenant.domain, 'inbox', path, uuid, 'Ada', '+12085550142', 2].join(':'),
  )
  events.answers[`vm_list ${desk}@${tenant.domain}`] = held.join('\n')
}

test('an hour-long outage loses no call, and every event is delivered once, even if the agent is killed during it', async () => {
  const registered = () =>
    query<{ account: string; lost: boolean }>(
      `select e.extension as account, r.lost_at is not null as lost
       from public.registrations r join public.extensions e on e.id = r.extension_id
       where r.tenant_id = $1 order by 1`,
      [tenant.id],
    )
  await start(-HOUR)
  await expect.poll(health).toMatchObject({ app: true, switch: true, undelivered: 0 })
  await expect.poll(registered).toEqual([{ account: '1001', lost: false }])

  gate.shut()
  expect(await arrive(condition)).toContain(placeOf(desk))
  expect(await arrive(flow)).toContain(placeOf(night))
  const uuids = Array.from({ length: 15 }, () => randomUUID())
  for (const uuid of uuids.slice(0, 10)) await record(uuid)
  // As a switch does; the agent lists its phones every half minute.
  events.present = NOBODY
  say(recorded.expired)
  say({ ...recorded.registered, 'call-id': randomUUID() }, '1002')
  leaveMessage(begun)
  events.say({ 'Event-Subclass': 'vm::maintenance', 'VM-User': desk, 'VM-Domain': tenant.domain })
  await ask('911')
  await expect.poll(health).toMatchObject({ app: false, undelivered: 14 })

  await kill()
  leaveMessage(Date.now())
  events.present = ofTenant(recorded.present)
  await start(0)
  expect(await arrive(condition)).toContain(placeOf(night))
  expect(await arrive(flow)).toContain(placeOf(night))
  // The switch reposts a record when it got no response.
  for (const uuid of uuids.slice(9)) await record(uuid)
  expect(await health()).toMatchObject({ app: false })

  gate.open()
  await expect.poll(health).toMatchObject({ app: true, undelivered: 0 })
  await expect
    .poll(() => query('select call_uuid from public.cdr where tenant_id = $1', [tenant.id]))
    .toHaveLength(uuids.length)
  await expect.poll(registered).toEqual([
    { account: '1001', lost: false },
    { account: '1002', lost: true },
  ])
  const sounds = () =>
    query('select from_name, duration_ms from public.voicemail_messages where tenant_id = $1', [tenant.id])
  await expect.poll(sounds).toEqual(Array(2).fill({ from_name: 'Ada', duration_ms: 2000 }))
  await expect.poll(() => mailsTo(owner)).toHaveLength(2)
  await expect
    .poll(() => mailsTo(guard))
    .toMatchObject([{ subject: expect.stringContaining('911 was dialed in vain') }])
})
