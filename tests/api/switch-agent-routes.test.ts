import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashOfVersions } from '../../lib/switch/admission.ts'
import { TEST_APP } from '../../scripts/lib/test-app.ts'
import { appDatabase } from '../support/api-database.ts'
import { figure } from '../support/api-metrics.ts'
import { callApi } from '../support/api-session.ts'
import { demoPhone, DEMO_DOMAIN as DOMAIN, type MadeSwitch, newSwitch } from '../support/api-switch.ts'
import { faxFile } from '../support/fax-files.ts'
import { vaultOf } from '../support/vault'

const database = appDatabase()
let tenant: string
let phone: { id: string; extension: string }
beforeAll(async () => {
  ;({ tenant, phone } = await demoPhone(database))
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
const ask = (route: string, body: unknown, authorization?: string, signal?: AbortSignal) =>
  callApi(null, `/api/switch/agent/${route}`, {
    method: 'POST',
    signal,
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
    const refused = await ask(route, {}, wrong)
    expect(refused.status).toBe(401)
    // By this an agent knows that it is not a proxy who refuses, or an app with other data.
    const { rows } = await database.query('select id from private.installation')
    expect(rows).toEqual([{ id: refused.headers.get('x-installation') }])
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
    const refused = await ask(route, { nonsense: true }, authorization)
    expect([refused.status, refused.headers.get('x-refusal')]).toEqual([400, 'app'])
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

  test('stores no fax or fax file of a tenant that the switch does not serve, or whose box is gone, and says so', async () => {
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
    // The agent keeps it: the switch may serve the tenant again.
    expect((await ask('fax', body, stranger.authorization)).status).toBe(409)
    const gone = { ...body, fax: { ...body.fax, box: randomUUID() } }
    expect((await ask('fax', gone, own.authorization)).status).toBe(404)
    expect((await files()).rows).toEqual(before)
    for (const kept of [true, false])
      expect((await ask('fax', body, own.authorization)).body).toEqual({ kept })
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

  test('return only versions that have changed to an agent that has the others', async () => {
    const { rows } = await database.query<{ id: string }>(
      'select id from public.tenants where id <> $1 limit 1',
      [tenant],
    )
    const { authorization } = await newSwitch(database, [tenant, rows[0]?.id ?? ''])
    type News = {
      tag: string
      at: number
      versions: Record<string, number>
      versions_hash: string
      changed_only?: true
    }
    const news = async (known: string | null) => (await ask('news', { known }, authorization)).body as News
    const whole = await news(null)
    expect(Object.keys(whole.versions)).toHaveLength(2)
    expect(whole.versions_hash).toBe(hashOfVersions(whole.versions))
    expect(whole).not.toHaveProperty('changed_only')
    expect(await news(`${whole.tag} ${whole.at}`)).toMatchObject({ tag: whole.tag, versions: null })
    await database.query('update public.extensions set effective_caller_id_name = $2 where id = $1', [
      phone.id,
      `Renamed ${randomUUID().slice(0, 8)}`,
    ])
    // A minute is left for what was stored late.
    const changed = await news(`${whole.tag} ${whole.at + 60}`)
    expect(Object.keys(changed.versions)).toEqual([tenant])
    expect(changed.changed_only).toBe(true)
    expect(changed.versions_hash).toBe(hashOfVersions({ ...whole.versions, ...changed.versions }))
  })

  // For five seconds at most: an answer that nothing brought about has no news.
  describe('hold a request that waits', () => {
    /** The tag of the news that a switch has, once this server is told of changes. */
    async function latest({ authorization }: MadeSwitch): Promise<string> {
      const news = async () => {
        const { body } = await ask('news', { known: null }, authorization)
        return body as { tag: string; pushed: boolean }
      }
      await expect.poll(async () => (await news()).pushed).toBe(true)
      return (await news()).tag
    }
    const wait = ({ authorization }: MadeSwitch, known: string, signal?: AbortSignal) =>
      ask('news', { known, wait: true }, authorization, signal)
    /** A switch's request for news that waits. */
    async function holding(made: MadeSwitch) {
      const tag = await latest(made)
      return { tag, answer: wait(made, tag) }
    }
    /** How many requests for news agents have not waited for, as far as the server has noticed. */
    const abandoned = () => figure('http_requests_total{kind="switch news",method="POST",status="499"}')
    const touch = () =>
      database.query('update public.extensions set effective_caller_id_name = $2 where id = $1', [
        phone.id,
        `Renamed ${randomUUID().slice(0, 8)}`,
      ])

    test('until a tenant of the switch changes', async () => {
      const made = await newSwitch(database, [tenant])
      const { answer: held } = await holding(made)
      expect(await Promise.race([held, pause(1000).then(() => 'held')])).toBe('held')
      const { answer, tag } = await holding(made)
      await touch()
      expect(await answer).toMatchObject({
        status: 200,
        body: { versions: { [tenant]: expect.any(Number) }, tag: expect.not.stringMatching(tag) },
      })
    })

    test('and answer at once if it changed just before', async () => {
      const made = await newSwitch(database, [tenant])
      const tag = await latest(made)
      await touch()
      expect(await wait(made, tag)).toMatchObject({
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
      expect(await answer).toMatchObject({ body: { commands: [{ command: 'resync' }] } })
    })

    test('until a message has to be marked', async () => {
      const made = await newSwitch(database, [tenant])
      const { answer } = await holding(made)
      await database.query(
        `insert into private.voicemail_commands (switch_id, command, domain, extension_id, uuid, heard)
         values ($1, 'mark', $2, gen_random_uuid(), gen_random_uuid(), true)`,
        [made.id, DOMAIN],
      )
      expect(await answer).toMatchObject({ body: { voicemail: [{ command: 'mark' }] } })
    })

    test('until a gateway changes', async () => {
      const { answer } = await holding(await newSwitch(database, [tenant]))
      const name = `trial-${randomUUID().slice(0, 8)}`
      await database.query(`insert into public.gateways (name, host) values ($1, '192.0.2.7')`, [name])
      expect(await answer).toMatchObject({ body: { gateways: { [name]: expect.any(String) } } })
      await database.query('delete from public.gateways where name = $1', [name])
    })

    test('until the switch serves another tenant', async () => {
      const made = await newSwitch(database, [])
      const { answer } = await holding(made)
      await database.query('insert into public.switch_tenants (switch_id, tenant_id) values ($1, $2)', [
        made.id,
        tenant,
      ])
      expect(await answer).toMatchObject({ body: { versions: { [tenant]: expect.any(Number) } } })
    })

    test('and hand nothing to an agent that has gone, so that it finds its commands when it is back', async () => {
      const [made, other] = [await newSwitch(database, [tenant]), await newSwitch(database, [tenant])]
      const [known, othersKnown] = [await latest(made), await latest(other)]
      const going = new AbortController()
      const [lost, answer] = [wait(made, known, going.signal), wait(other, othersKnown)]
      const before = await abandoned()
      going.abort()
      await expect(lost).rejects.toThrow('aborted')
      await expect.poll(abandoned).toBeGreaterThan(before)
      await database.query(
        `insert into public.switch_commands (tenant_id, switch_id, command, arguments)
         select $1, s, 'resync', '{}' from unnest($2::uuid[]) s`,
        [tenant, [made.id, other.id]],
      )
      const commands = [{ command: 'resync' }]
      expect(await answer).toMatchObject({ body: { commands } })
      expect((await ask('news', { known: null }, made.authorization)).body).toMatchObject({ commands })
    })

    test('until its secret is revoked', async () => {
      const made = await newSwitch(database, [tenant])
      const { answer } = await holding(made)
      await database.query('delete from private.switch_secrets where switch_id = $1', [made.id])
      expect(await answer).toMatchObject({ status: 401 })
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
