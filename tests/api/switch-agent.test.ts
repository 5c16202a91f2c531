import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TEST_APP } from '../../scripts/lib/test-app.ts'
import { type Agent, startAgent } from '../../switch/agent'
import { settingsOf } from '../../switch/settings'
import { appDatabase } from '../support/api-database.ts'
import { mailsTo, notifying } from '../support/api-mails.ts'
import { APP_URL } from '../support/api-session.ts'
import {
  demoPhone,
  DEMO_DOMAIN as DOMAIN,
  type MadeSwitch,
  newSecret,
  newSwitch,
} from '../support/api-switch.ts'
import { type AppGate, appGate } from '../support/app-gate'
import { newRingGroup } from '../support/factories/call-groups.ts'
import { newTenant } from '../support/factories/companies.ts'
import { insertRow } from '../support/factories/row.ts'
import { switchRecord } from '../support/switch-record.ts'
import { agentEnvironment } from '../support/switch/agent-environment'
import { vaultOf } from '../support/vault'

const database = appDatabase()
let tenant: string
let phone: { id: string; extension: string }
beforeAll(async () => {
  ;({ tenant, phone } = await demoPhone(database))
})
afterAll(() => database.end())

describe('the agent of a switch', () => {
  let folder: string
  let made: MadeSwitch
  let gate: AppGate
  let agent: Agent | undefined
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'agent-'))
    made = await newSwitch(database)
    gate = await appGate(APP_URL)
  })
  afterEach(async () => {
    gate.shut()
    await agent?.stop()
    agent = undefined
    await gate.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** No switch is there: nobody listens on port 1. */
  const environment = () => agentEnvironment({ account: made, app: gate.url, folder, eventsPort: 1 })
  const start = async () => {
    agent = await startAgent(settingsOf(await environment()))
  }
  const post = (path: string, body: string, authorization = made.authorization) =>
    fetch(`http://127.0.0.1:${agent?.port}${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
  const answerTo = async (fields: Record<string, string>) =>
    (await post('/api/switch/xml', new URLSearchParams(fields).toString())).text()
  const health = async () =>
    (await (await fetch(`http://127.0.0.1:${agent?.port}/health`)).json()) as {
      app: boolean
      tenants: number
      undelivered: number
    }
  const upToDate = () => expect.poll(health).toMatchObject({ app: true })
  const user = () => ({ section: 'directory', action: 'sip_auth', user: phone.extension, domain: DOMAIN })
  const dialing = (digits: string) => ({
    section: 'dialplan',
    'Caller-Context': DOMAIN,
    'Hunt-Destination-Number': digits,
    'Unique-ID': randomUUID(),
    variable_user_name: phone.extension,
    variable_domain_name: DOMAIN,
  })
  const mirrored = () => readFileSync(join(folder, 'tenants', `${tenant}.json`), 'utf8')
  const codeOf = async (feature: string) =>
    (
      await database.query<{ code: string }>(
        'select code from public.feature_codes where tenant_id = $1 and feature = $2 and enabled',
        [tenant, feature],
      )
    ).rows[0]?.code ?? ''

  test('answers the switch as the app does, and has it keep an extension until it changes', async () => {
    await start()
    await upToDate()
    const answer = await fetch(new URL('/api/switch/xml', APP_URL), {
      method: 'POST',
      headers: { authorization: made.authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(user()).toString(),
    })
    const kept = await answerTo(user())
    expect(kept).toContain('cacheable="true"')
    expect(kept).toContain('name="trunkline_911"')
    const emergency = /^<variable name="(?:trunkline_\d+|_nolocal_trunkline_callers_\d+|export_vars)" .*\n/gm
    expect(kept.replace('cacheable="true"', 'cacheable="60000"').replace(emergency, '')).toBe(
      await answer.text(),
    )
    expect(await answerTo(dialing('4242424'))).toContain(`data="domain_name=${DOMAIN}"`)
  })

  test('answers only its own switch', async () => {
    await start()
    await upToDate()
    const other = await newSwitch(database)
    for (const path of ['/api/switch/xml', '/api/cdr']) {
      expect((await post(path, 'section=directory', other.authorization)).status).toBe(401)
      expect((await post(path, 'section=directory', '')).status).toBe(401)
    }
  })

  test('picks up a saved change', async () => {
    await start()
    await upToDate()
    const name = `Renamed ${randomUUID().slice(0, 8)}`
    const rename = (to: string) =>
      database.query<{ before: string }>(
        `update public.extensions e set effective_caller_id_name = $2 from public.extensions o
         where e.id = $1 and o.id = e.id returning o.effective_caller_id_name as before`,
        [phone.id, to],
      )
    const { rows } = await rename(name)
    await expect.poll(() => answerTo(user()), { interval: 20 }).toContain(name)
    await rename(rows[0]?.before ?? '')
  })

  test('applies what a phone dials, and sees the change in the next request', async () => {
    await start()
    await upToDate()
    const code = await codeOf('do_not_disturb')
    expect(await answerTo(dialing(code))).toContain('ivr-dnd_activated')
    expect(
      (await database.query('select do_not_disturb from public.extensions where id = $1', [phone.id])).rows,
    ).toEqual([{ do_not_disturb: true }])
    const question = dialing(code)
    expect(await answerTo(question)).toContain('ivr-dnd_cancelled')
    expect(await answerTo(question)).toContain('ivr-dnd_cancelled')
    expect(
      (await database.query('select do_not_disturb from public.extensions where id = $1', [phone.id])).rows,
    ).toEqual([{ do_not_disturb: false }])
  })

  test('keeps answering while the app is down, even after a restart, and delivers each call once afterwards', async () => {
    const customer = await insertRow('tenants', await newTenant())
    const group = await insertRow(
      'ring_groups',
      await newRingGroup({ tenant_id: customer.id, missed_call_email: 'desk@customer.example' }),
    )
    const record = { table: 'ring_groups', id: group.id, label: group.number }
    const gaveUp = { at: Date.now(), reason: { why: 'group gives up', record, seconds: 20 } }
    const ended = async () => {
      const call = { domain: customer.domain, variables: { trunkline_path: JSON.stringify([gaveUp]) } }
      expect((await post('/api/cdr', JSON.stringify(switchRecord(call)))).status).toBe(200)
    }
    const stored = async () => {
      const { rows } = await database.query<Record<string, number>>(
        `select (select count(*)::int from public.cdr where tenant_id = $1) as calls,
           (select coalesce(sum(calls), 0)::int from public.cdr_hourly where tenant_id = $1) as counted,
           (select count(*)::int from public.mails where tenant_id = $1 and kind = 'missed_call') as mails`,
        [customer.id],
      )
      return rows
    }
    await start()
    await upToDate()
    const recording = async () => answerTo(dialing(await codeOf('record')))
    expect(await recording()).toContain('application="record"')
    gate.shut()
    for (let call = 0; call < 20; call++) await ended()
    await agent?.stop()
    await start()
    expect(await answerTo(user())).toContain('a1-hash')
    expect(await answerTo(dialing(await codeOf('do_not_disturb')))).toContain('ivr-that_was_an_invalid_entry')
    expect(await recording()).toContain('ivr-that_was_an_invalid_entry')
    expect(await recording()).not.toContain('application="record"')
    for (let call = 0; call < 10; call++) await ended()
    expect(await health()).toMatchObject({ app: false, undelivered: 30 })
    const once = [{ calls: 30, counted: 30, mails: 30 }]
    gate.loseAnswers()
    await expect.poll(stored).toEqual(once)
    expect(await health()).toMatchObject({ undelivered: 30 })
    gate.open()
    await expect.poll(health).toMatchObject({ app: true, undelivered: 0 })
    expect(await stored()).toEqual(once)
  })

  test('has a 911 call mailed once the app is back, with the time it was dialed', async () => {
    await notifying(database, tenant, async (address) => {
      await start()
      await upToDate()
      await expect.poll(mirrored).toContain(address)
      gate.shut()
      expect(await answerTo(dialing('911'))).toContain('trunkline_emergency=911')
      await expect.poll(health).toMatchObject({ undelivered: 1 })
      await agent?.stop()
      await start()
      gate.open()
      await expect.poll(() => mailsTo(address)).toHaveLength(1)
    })
  })

  test('leaves everything alone if another agent has its port', async () => {
    await start()
    await upToDate()
    const log = join(folder, 'outbox', 'outbox.log')
    gate.shut()
    expect((await post('/api/cdr', JSON.stringify(switchRecord({ domain: DOMAIN })))).status).toBe(200)
    appendFileSync(log, '{"sequence":')
    const before = readFileSync(log, 'utf8')
    const taken = settingsOf(await environment())
    await expect(startAgent({ ...taken, SWITCH_PORT: agent?.port ?? 0 })).rejects.toThrow('EADDRINUSE')
    expect(readFileSync(log, 'utf8')).toBe(before)
  })

  test('deletes everything when its secret is revoked', async () => {
    await start()
    await upToDate()
    expect(readdirSync(join(folder, 'tenants')).length).toBeGreaterThan(0)
    await database.query('delete from private.switch_secrets where switch_id = $1', [made.id])
    await expect.poll(() => readdirSync(join(folder, 'tenants'))).toEqual([])
    expect((await post('/api/switch/xml', new URLSearchParams(user()).toString())).status).toBe(500)
  })

  test('keeps the calls that it has not delivered when its secret is revoked, until it has a new one', async () => {
    const customer = await insertRow('tenants', await newTenant())
    await start()
    await upToDate()
    gate.shut()
    const record = switchRecord({ domain: customer.domain })
    expect((await post('/api/cdr', JSON.stringify(record))).status).toBe(200)
    await database.query('delete from private.switch_secrets where switch_id = $1', [made.id])
    gate.open()
    await expect.poll(() => readdirSync(join(folder, 'tenants'))).toEqual([])
    await expect.poll(health).toMatchObject({ app: false, undelivered: 1 })
    await agent?.stop()
    made = { ...made, ...(await newSecret(database, made)) }
    await start()
    await expect.poll(health).toMatchObject({ app: true, undelivered: 0 })
    expect(await answerTo(user())).toContain('a1-hash')
    const calls = 'select 1 from public.cdr where tenant_id = $1'
    expect((await database.query(calls, [customer.id])).rowCount).toBe(1)
  })

  test('stores no password on disk', async () => {
    await start()
    await upToDate()
    await answerTo({ section: 'configuration', key_value: 'sofia.conf' })
    const { rows } = await database.query<{ owner_id: string; field: string; sealed: string }>(
      `select owner_id, field, sealed from public.secrets
       where sealed is not null and (tenant_id = $1 and field = 'sip_password' or owner_table = 'gateways')`,
      [tenant],
    )
    const kept = readdirSync(join(folder, 'tenants'))
      .map((name) => readFileSync(join(folder, 'tenants', name), 'utf8'))
      .concat(readFileSync(join(folder, 'switch.json'), 'utf8'))
      .join('\n')
    expect(rows.length).toBeGreaterThan(0)
    for (const { owner_id: owner, field, sealed } of rows)
      expect(kept).not.toContain(vaultOf(TEST_APP.dataDir).open(sealed, { owner, field }))
  })
})
