import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../../local/free-port.ts'
import { TEST_APP } from '../../scripts/lib/test-app.ts'
import { type Agent, startAgent } from '../../switch/agent'
import { settingsOf } from '../../switch/settings'
import { appDatabase } from '../support/api-database.ts'
import { mailsTo, notifying } from '../support/api-mails.ts'
import { APP_URL, callApi } from '../support/api-session.ts'
import { type MadeSwitch, newSwitch } from '../support/api-switch.ts'
import { type AppGate, appGate } from '../support/app-gate'
import { faxFile } from '../support/fax-files.ts'
import { agentEnvironment } from '../support/switch/agent-environment'
import { switchRecord } from '../support/switch-record.ts'
import { vaultOf } from '../support/vault'

const database = appDatabase()
const DOMAIN = 'granite-peak-outfitters.pbx.example'
let tenant: string
let phone: { id: string; extension: string }
beforeAll(async () => {
  const { rows } = await database.query<{ id: string; extension: string; tenant: string }>(
    `select e.id, e.extension, t.id as tenant from public.extensions e join public.tenants t on t.id = e.tenant_id
     where t.domain = $1 and e.enabled and not e.suspended and not e.do_not_disturb order by e.extension limit 1`,
    [DOMAIN],
  )
  if (!rows[0]) throw new Error('The demo data has no such extension.')
  phone = rows[0]
  tenant = rows[0].tenant
})
afterAll(() => database.end())

const ROUTES = [
  'news',
  'tenant',
  'gateways',
  'dialed',
  'deliver',
  'pings',
  'calls',
  'voicemail',
  'fax',
] as const
const ask = (route: string, body: unknown, authorization?: string) =>
  callApi(null, `/api/switch/agent/${route}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `2001:db8::${randomUUID().slice(0, 4)}`,
      ...(authorization && { authorization }),
    },
    body: JSON.stringify(body),
  })

describe('the routes for a switch’s agent', () => {
  test.each(ROUTES)('%s refuses callers without a switch’s secret', async (route) => {
    const { name } = await newSwitch(database)
    const wrong = `Basic ${Buffer.from(`${name}:${'0'.repeat(64)}`).toString('base64')}`
    expect((await ask(route, {})).status).toBe(401)
    expect((await ask(route, {}, wrong)).status).toBe(401)
  })

  test.each(ROUTES)('%s refuses a signed-in user', async (route) => {
    const answer = await callApi('superadmin', `/api/switch/agent/${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(answer.status).toBe(401)
  })

  test.each(ROUTES)('%s accepts only a valid body, by POST', async (route) => {
    const { authorization } = await newSwitch(database)
    expect((await ask(route, { nonsense: true }, authorization)).status).toBe(400)
    const path = `/api/switch/agent/${route}`
    expect((await callApi(null, path, { method: 'GET', headers: { authorization } })).status).toBe(405)
    expect(
      (await callApi(null, path, { method: 'POST', headers: { authorization }, body: '{}' })).status,
    ).toBe(415)
  })

  test.each([
    ['tenant', () => ({ id: tenant })],
    ['dialed', () => ({ asks: 'pin', tenant, dialer: phone.id, record: randomUUID(), pin: '1234' })],
    ['dialed', () => ({ asks: 'room', tenant, caller: '', outside: true, room: randomUUID(), pin: '1234' })],
  ])('%s answers nothing about a tenant that the switch does not serve', async (route, body) => {
    const { authorization } = await newSwitch(database, [])
    expect((await ask(route, body(), authorization)).status).toBe(404)
  })

  test('stores no fax or fax file of a tenant that the switch does not serve', async () => {
    const box = randomUUID()
    await database.query(
      `insert into public.fax_boxes (id, tenant_id, name, number) values ($1, $2, 'Trial', '3598')`,
      [box, tenant],
    )
    const files = () =>
      database.query<{ name: string }>(
        "select name from storage.objects where bucket_id = 'faxes' and name like $1 || '/%' order by 1",
        [tenant],
      )
    const { rows: before } = await files()
    const fax = { at: new Date().toISOString(), tenant, box, channel: randomUUID(), from: '', station: '' }
    const body = { fax: { ...fax, problem: null }, tiff: (await faxFile()).toString('base64') }
    const [stranger, own] = [await newSwitch(database, []), await newSwitch(database, [tenant])]
    expect((await ask('fax', body, stranger.authorization)).body).toEqual({ kept: false })
    expect((await files()).rows).toEqual(before)
    expect((await ask('fax', body, own.authorization)).body).toEqual({ kept: true })
    expect((await files()).rows).toHaveLength(before.length + 1)
    await database.query('delete from public.faxes where channel = $1', [fax.channel])
    await database.query('delete from public.fax_boxes where id = $1', [box])
  })

  test('return no versions to an agent that is up to date', async () => {
    const { authorization } = await newSwitch(database, [tenant])
    const { body } = await ask('news', { known: null }, authorization)
    const { tag, versions } = body as { tag: string; versions: Record<string, number> }
    expect(Object.keys(versions)).toEqual([tenant])
    expect((await ask('news', { known: tag }, authorization)).body).toMatchObject({ versions: null })
  })

  describe('hold a request that waits', () => {
    /** A switch's request for news that waits, once this server is told of changes. */
    async function holding(made: MadeSwitch) {
      const wait = async () => {
        const { body } = await ask('news', { known: null }, made.authorization)
        return body as { tag: string; pushed: boolean }
      }
      await expect.poll(async () => (await wait()).pushed, { timeout: 10_000 }).toBe(true)
      const { tag } = await wait()
      return { tag, answer: ask('news', { known: tag, wait: true }, made.authorization) }
    }
    const soon = <Value>(answer: Promise<Value>) =>
      Promise.race([answer, pause(4000).then(() => 'nothing within four seconds')])
    const touch = () =>
      database.query('update public.extensions set effective_caller_id_name = $2 where id = $1', [
        phone.id,
        `Renamed ${randomUUID().slice(0, 8)}`,
      ])

    test('until a tenant of the switch changes', async () => {
      const { answer, tag } = await holding(await newSwitch(database, [tenant]))
      expect(await Promise.race([answer, pause(1000).then(() => 'held')])).toBe('held')
      await touch()
      expect(await soon(answer)).toMatchObject({
        status: 200,
        body: { versions: { [tenant]: expect.any(Number) }, tag: expect.not.stringMatching(tag) },
      })
    })

    test('and answer at once if it changed just before', async () => {
      const made = await newSwitch(database, [tenant])
      const { tag } = await holding(made)
      await touch()
      expect(await soon(ask('news', { known: tag, wait: true }, made.authorization))).toMatchObject({
        body: { versions: { [tenant]: expect.any(Number) } },
      })
    })

    test('until there is a command for the switch', async () => {
      const made = await newSwitch(database, [tenant])
      const { answer } = await holding(made)
      await database.query(
        `insert into public.switch_commands (tenant_id, switch_id, command, arguments) values ($1, $2, 'resync', '{}')`,
        [tenant, made.id],
      )
      expect(await soon(answer)).toMatchObject({ body: { commands: [{ command: 'resync' }] } })
    })

    test('until a message has to be marked', async () => {
      const made = await newSwitch(database, [tenant])
      const { answer } = await holding(made)
      await database.query(
        `insert into private.voicemail_commands (switch_id, command, domain, account, uuid, heard)
         values ($1, 'mark', $2, '1001', gen_random_uuid(), true)`,
        [made.id, DOMAIN],
      )
      expect(await soon(answer)).toMatchObject({ body: { voicemail: [{ command: 'mark' }] } })
    })

    test('until a gateway changes', async () => {
      const { answer } = await holding(await newSwitch(database, [tenant]))
      const name = `trial-${randomUUID().slice(0, 8)}`
      await database.query(`insert into public.gateways (name, host) values ($1, '192.0.2.7')`, [name])
      expect(await soon(answer)).toMatchObject({ body: { gateways: { [name]: expect.any(String) } } })
      await database.query('delete from public.gateways where name = $1', [name])
    })

    test('until the switch serves another tenant', async () => {
      const made = await newSwitch(database, [])
      const { answer } = await holding(made)
      await database.query('insert into public.switch_tenants (switch_id, tenant_id) values ($1, $2)', [
        made.id,
        tenant,
      ])
      expect(await soon(answer)).toMatchObject({ body: { versions: { [tenant]: expect.any(Number) } } })
    })

    test('until its secret is revoked', async () => {
      const made = await newSwitch(database, [tenant])
      const { answer } = await holding(made)
      await database.query('delete from private.switch_secrets where switch_id = $1', [made.id])
      expect(await soon(answer)).toMatchObject({ status: 401 })
    })
  })

  test('return the role in which a PIN admits an outside caller to a conference room', async () => {
    const { authorization } = await newSwitch(database, [tenant])
    const room = randomUUID()
    const place = { owner: room, field: 'moderator_pin' }
    const vault = vaultOf(TEST_APP.dataDir)
    await database.query(
      `insert into public.conference_rooms (id, tenant_id, name, number) values ($1, $2, 'Trial', '3599')`,
      [room, tenant],
    )
    await database.query(
      `insert into public.secrets (tenant_id, owner_table, owner_id, field, sealed, proof)
       values ($1, 'conference_rooms', $2, $3, $4, $5)`,
      [tenant, room, place.field, vault.seal('730612', place), vault.proof('730612', place)],
    )
    const entered = async (pin: string) => {
      const question = { asks: 'room', tenant, caller: '+12075550199', outside: true, room, pin }
      return (await ask('dialed', question, authorization)).body
    }
    expect(await entered('730612')).toEqual({ done: true, role: 'moderator' })
    expect(await entered('730613')).toEqual({ done: false, role: null })
    await database.query('delete from public.conference_rooms where id = $1', [room])
  })

  test('give out no SIP passwords', async () => {
    const { authorization } = await newSwitch(database)
    const text = JSON.stringify((await ask('tenant', { id: tenant }, authorization)).body)
    const { rows } = await database.query<{ sealed: string }>(
      `select sealed from public.secrets where owner_id = $1 and field = 'sip_password'`,
      [phone.id],
    )
    const password = vaultOf(TEST_APP.dataDir).open(rows[0]?.sealed ?? '', {
      owner: phone.id,
      field: 'sip_password',
    })
    expect(text).toContain(phone.id)
    expect(text).not.toContain(password)
  })
})

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

  const start = async () => {
    const of = { account: made, app: gate.url, folder, eventsPort: await freePort() }
    agent = await startAgent(settingsOf(await agentEnvironment(of)))
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

  test('answers the switch exactly as the app does', async () => {
    await start()
    await upToDate()
    const answer = await fetch(new URL('/api/switch/xml', APP_URL), {
      method: 'POST',
      headers: { authorization: made.authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(user()).toString(),
    })
    expect(await answerTo(user())).toBe(await answer.text())
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
    await start()
    await upToDate()
    gate.shut()
    const uuids = Array.from({ length: 30 }, () => randomUUID())
    for (const uuid of uuids.slice(0, 20)) {
      expect((await post('/api/cdr', JSON.stringify(switchRecord({ uuid })))).status).toBe(200)
    }
    await agent?.stop()
    await start()
    expect(await answerTo(user())).toContain('a1-hash')
    expect(await answerTo(dialing(await codeOf('do_not_disturb')))).toContain('ivr-that_was_an_invalid_entry')
    for (const uuid of uuids.slice(20)) await post('/api/cdr', JSON.stringify(switchRecord({ uuid })))
    expect(await health()).toMatchObject({ app: false, undelivered: 30 })
    gate.open()
    await expect.poll(health).toMatchObject({ app: true, undelivered: 0 })
    const { rows } = await database.query(
      'select count(*)::int as calls from public.cdr where call_uuid = any ($1)',
      [uuids],
    )
    expect(rows).toEqual([{ calls: 30 }])
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

  test('deletes everything when its secret is revoked', async () => {
    await start()
    await upToDate()
    expect(readdirSync(join(folder, 'tenants')).length).toBeGreaterThan(0)
    await database.query('delete from private.switch_secrets where switch_id = $1', [made.id])
    await expect.poll(() => readdirSync(join(folder, 'tenants'))).toEqual([])
    expect((await post('/api/switch/xml', new URLSearchParams(user()).toString())).status).toBe(500)
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
