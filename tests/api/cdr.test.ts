import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { TEST_APP } from '../../scripts/lib/test-app.ts'
import { appDatabase } from '../support/api-database.ts'
import { APP_URL, callApi, postApi } from '../support/api-session.ts'
import { newSwitch } from '../support/api-switch.ts'
import { POST_FORMS, type SwitchCall, switchRecord, withEncodedValues } from '../support/switch-record.ts'

// Harbor Lane Dental of the demo data.
const TENANT_ID = '1b8022fb-1fd7-4d51-81ae-3b153fb4fd35'
const database = appDatabase()
afterAll(() => database.end())
const message = { message: expect.stringMatching(/.+/) }

function deliver(body: string, headers: Record<string, string> = {}) {
  return callApi(null, '/api/cdr', {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_APP.cdrIngestSecret}`, ...headers },
    body,
  })
}

const record = (call: SwitchCall = {}) => JSON.stringify(switchRecord(call))
const answer = (stored: number, duplicates = 0, rejected = 0) => ({
  status: 200,
  body: { stored, duplicates, rejected },
})

describe('POST /api/cdr', () => {
  test.each(Object.entries(POST_FORMS))('accepts a record as %s, URL-encoded or not', async (type, form) => {
    const headers = { 'content-type': type }
    expect(await deliver(form(record()), headers)).toMatchObject(answer(1))
    expect(await deliver(form(JSON.stringify(withEncodedValues(switchRecord()))), headers)).toMatchObject(
      answer(1),
    )
  })

  test('stores a call once, however often and in whatever format it arrives', async () => {
    const body = record({ uuid: randomUUID() })
    expect(await deliver(body)).toMatchObject(answer(1))
    expect(await deliver(body)).toMatchObject(answer(0, 1))
    expect(await deliver(POST_FORMS['application/x-www-form-urlencoded'](body))).toMatchObject(answer(0, 1))
  })

  test('stores a call once when it is delivered many times at once', async () => {
    const body = record({ uuid: randomUUID() })
    const answers = await Promise.all(Array.from({ length: 12 }, () => deliver(body)))
    const stored = answers.map(({ body }) => (body as { stored: number }).stored)
    expect(stored.reduce((sum, count) => sum + count, 0)).toBe(1)
  })

  test('accepts many records at once and rejects only malformed ones', async () => {
    const calls = Array.from({ length: 20 }, () => switchRecord())
    const batch = [...calls, { variables: { uuid: randomUUID() } }, 'nonsense', ...calls.slice(0, 3)]
    expect(await deliver(JSON.stringify(batch))).toMatchObject(answer(20, 3, 2))
  })

  test('asks for a record again while its tenant is being deleted, and stores the others', async () => {
    const domain = `${randomUUID()}.pbx.example`
    const { rows } = await database.query<{ id: string }>(
      `insert into public.tenants (domain, time_zone) values ($1, 'America/Denver') returning id`,
      [domain],
    )
    const body = JSON.stringify([switchRecord({ domain }), switchRecord()])
    const deleting = await database.connect()
    await deleting.query('begin')
    await deleting.query('delete from public.tenants where id = $1', [rows[0]?.id])
    expect(await deliver(body)).toMatchObject({ status: 503, body: message })
    await deleting.query('rollback')
    deleting.release()
    expect(await deliver(body)).toMatchObject(answer(1, 1))
    await database.query('delete from public.tenants where id = $1', [rows[0]?.id])
  })

  test.each(['', 'cdr=', '{"variables":', 'cdr=%7B%22', '17', 'null'])(
    'sets "%s" aside instead of refusing it',
    async (body) => expect(await deliver(body)).toMatchObject(answer(0, 0, 1)),
  )

  test('accepts the secret as Basic password, as the switch sends it', async () => {
    const basic = Buffer.from(`cdr:${TEST_APP.cdrIngestSecret}`).toString('base64')
    expect(await deliver(record(), { authorization: `Basic ${basic}` })).toMatchObject(answer(1))
  })

  test.each(['', 'Bearer wrong', `Basic ${Buffer.from('cdr:wrong').toString('base64')}`])(
    'refuses the authorization "%s" with 401 and stores nothing',
    async (authorization) => {
      const body = record({ uuid: randomUUID() })
      const refused = await deliver(body, { authorization })
      expect(refused).toMatchObject({ status: 401, body: message })
      expect(refused.headers.get('www-authenticate')).toContain('Basic')
      expect(await deliver(body)).toMatchObject(answer(1))
    },
  )

  test('accepts a switch’s own secret, but only for calls of the tenants it serves', async () => {
    const body = record({ uuid: randomUUID() })
    const { authorization: others } = await newSwitch(database, [])
    expect(await deliver(body, { authorization: others })).toMatchObject(answer(0, 0, 1))
    const { authorization } = await newSwitch(database, [TENANT_ID])
    expect(await deliver(body, { authorization })).toMatchObject(answer(1))
    const { authorization: all } = await newSwitch(database)
    expect(await deliver(body, { authorization: all })).toMatchObject(answer(0, 1))
  })

  test('refuses a switch whose secret is revoked', async () => {
    const { id, authorization } = await newSwitch(database)
    await database.query('delete from private.switch_secrets where switch_id = $1', [id])
    expect(await deliver(record(), { authorization })).toMatchObject({ status: 401 })
  })

  test('refuses a signed-in user without the secret', async () => {
    expect(await postApi('superadmin', '/api/cdr', switchRecord())).toMatchObject({ status: 401 })
  })

  test('refuses other methods with 405', async () => {
    const refused = await callApi(null, '/api/cdr')
    expect(refused).toMatchObject({ status: 405, body: message })
    expect(refused.headers.get('allow')).toBe('POST')
  })

  test('refuses a body above 16 MiB with 413', async () => {
    expect(await deliver('x'.repeat(16 * 1024 * 1024 + 1))).toMatchObject({ status: 413, body: message })
  })
})

describe('POST /api/cdr/retry', () => {
  test('ignores records that do not exist', async () => {
    expect(await postApi('tech', '/api/cdr/retry', { tenant: TENANT_ID, ids: [randomUUID()] })).toMatchObject(
      {
        status: 200,
        body: { stored: 0, rejected: 0 },
      },
    )
  })
})

describe('GET /api/tenants/{tenantId}/cdr-export', () => {
  const pathOf = (parameters: string, tenant = TENANT_ID) => `/api/tenants/${tenant}/cdr-export?${parameters}`
  const day = '2026-01-14'

  async function exported(parameters: string): Promise<{ type: string | null; lines: string[] }> {
    const { cookieOf } = await import('../support/api-session.ts')
    const response = await fetch(new URL(pathOf(parameters), APP_URL), {
      headers: { cookie: await cookieOf('tech') },
    })
    expect(response.status).toBe(200)
    const text = await response.text()
    return { type: response.headers.get('content-type'), lines: text.trim().split('\r\n') }
  }

  test('exports all matching calls as CSV, without formulas and with numbers unchanged', async () => {
    const marker = `20755501${randomUUID().replace(/\D/g, '').padEnd(2, '7').slice(0, 2)}`
    const start = Date.parse(`${day}T17:00:00Z`)
    const calls = [
      switchRecord({ start, from: `+1${marker}`, fromName: '=HYPERLINK("http://x")' }),
      switchRecord({ start: start + 1000, from: `+1${marker}`, fromName: 'Smith, "Jo"' }),
    ]
    expect(await deliver(JSON.stringify(calls))).toMatchObject(answer(2))
    const { type, lines } = await exported(`from=${day}&until=${day}&number=${marker}&desc=false`)
    expect(type).toContain('text/csv')
    expect(lines[0]).toContain('Call,Start (America/New_York),Start (UTC),Direction,From,From name')
    const [first, second] = lines.slice(-2)
    expect(first).toContain(`2026-01-14 12:00:00`)
    expect(first).toContain(`,+1${marker},"'=HYPERLINK(""http://x"")",`)
    expect(second).toContain(`,"Smith, ""Jo""",`)
  })

  test('exports the calls of an account code, with the code', async () => {
    const accountcode = `ACME-${randomUUID().slice(0, 8)}`
    const start = Date.parse(`${day}T18:00:00Z`)
    const [coded, plain] = [randomUUID(), randomUUID()]
    const calls = [
      switchRecord({ start, uuid: coded, variables: { accountcode } }),
      switchRecord({ start, uuid: plain }),
    ]
    expect(await deliver(JSON.stringify(calls))).toMatchObject(answer(2))
    const { lines } = await exported(`from=${day}&until=${day}&accountCode=${accountcode}`)
    expect(lines[0]).toContain(',Extension,Account code,')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(new RegExp(`^${coded},.*,${accountcode},`))
  })

  test('exports only the header when nothing matches', async () => {
    expect((await exported(`from=2020-01-01&until=2020-01-01`)).lines).toHaveLength(1)
  })

  test.each([
    '',
    `from=${day}`,
    `from=${day}&until=soon`,
    `from=${day}&until=${day}&sort=raw`,
    `from=${day}&until=${day}&x=1`,
  ])('refuses "%s" with 400', async (parameters) =>
    expect(await callApi('tech', pathOf(parameters))).toMatchObject({ status: 400, body: message }),
  )

  test('answers 404 for a tenant that does not exist', async () => {
    const path = pathOf(`from=${day}&until=${day}`, '00000000-0000-4000-8000-00000000ffff')
    expect(await callApi('tech', path)).toMatchObject({ status: 404 })
  })
})
