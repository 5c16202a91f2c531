import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../local/free-port.ts'
import { loadSecrets, secretsFile } from '../../local/keys.ts'
import { type NextProcess, startNext, untilListening } from '../../scripts/lib/next-process.ts'
import { TEST_APP, testAppEnvironment, testBackend } from '../../scripts/lib/test-app.ts'
import { appDatabase, twoTenants } from '../support/api-database.ts'
import { APP_URL, changedSession, cookieOf, sessionOf, signIn } from '../support/api-session.ts'
import { newSwitch } from '../support/api-switch.ts'
import { standInServer } from '../support/stand-in-server.ts'
import { switchRecord } from '../support/switch-record.ts'

const NUMBER = `+1999${String(Date.now()).slice(-7)}`
/** Addresses for which a carrier, which has the number, was asked to set up emergency calling. */
const registered: string[] = []
const carrier = standInServer((request, response, body) => {
  const { pathname } = new URL(request.url ?? '', 'http://carrier.invalid')
  const given = body ? JSON.parse(body) : {}
  const list = (data: object[]) => ({ data, meta: { page_number: 1, page_size: 20, total_pages: 1 } })
  const answers: Record<string, () => object> = {
    'GET /v2/phone_numbers': () => list([{ id: '1', phone_number: NUMBER, status: 'active' }]),
    'GET /v2/addresses': () => list([]),
    'POST /v2/addresses/actions/validate': () => ({ data: { result: 'valid', suggested: {} } }),
    'POST /v2/addresses': () => ({ data: { id: given.customer_reference } }),
    'POST /v2/phone_numbers/1/actions/enable_emergency': () => {
      const { emergency_address_id } = given
      registered.push(emergency_address_id)
      return { data: { emergency: { emergency_status: 'provisioning', emergency_address_id } } }
    },
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answers[`${request.method} ${pathname}`]?.()))
})

const database = appDatabase()
const root = resolve(import.meta.dirname, '../..')
const DOMAIN = 'granite-peak-outfitters.pbx.example'

let second: NextProcess
/** Two servers of the same build on the same backend; the second one with the carrier. */
let servers: [string, string]

beforeAll(async () => {
  const port = await freePort()
  const environment = {
    ...testAppEnvironment(),
    SUPABASE_URL: testBackend().url,
    SUPABASE_SERVICE_ROLE_KEY: loadSecrets(TEST_APP.dataDir).serviceKey,
    SECRETS_KEY_FILE: secretsFile(TEST_APP.dataDir),
    TELNYX_API_KEY: 'KEY-of-a-test',
    TELNYX_BASE_URL: `${carrier()}/v2`,
  }
  second = startNext(root, ['start', '-p', String(port)], environment, { verbose: false })
  if (!(await untilListening(second, port))) throw new Error('The second server did not start.')
  servers = [APP_URL, `http://localhost:${port}`]
})
afterAll(async () => {
  await second?.stop()
  await database.end()
})

const page = (server: string, cookie: string) =>
  fetch(new URL('/app/tenants', server), { headers: { cookie }, redirect: 'manual' })

const address = () => `2001:db8:2::${randomUUID().slice(0, 4)}`

function askSwitch(server: string, authorization: string, fields: Record<string, string>, from: string) {
  return fetch(new URL('/api/switch/xml', server), {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': from,
    },
    body: new URLSearchParams(fields).toString(),
  })
}

describe('two servers on one database', () => {
  test('share sessions', async () => {
    const cookie = await cookieOf('tech')
    for (const server of [...servers, ...servers]) {
      const answer = await page(server, cookie)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('Granite Peak Outfitters')
    }
  })

  test('refresh an expired session for each other, even both at once', async () => {
    const stale = changedSession(await signIn('tech'), { expires_at: Math.floor(Date.now() / 1000) - 60 })
    const answers = await Promise.all(servers.map((server) => page(server, stale)))
    for (const [at, answer] of answers.entries()) {
      expect(answer.status).toBe(200)
      const renewed = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
      expect(renewed).not.toEqual([])
      const other = servers[at === 0 ? 1 : 0]
      const next = await page(other, renewed.join('; '))
      expect(next.status).toBe(200)
      expect(await next.text()).toContain('Granite Peak Outfitters')
      expect(next.headers.getSetCookie()).toEqual([])
    }
  })

  test('end a session for each other', async () => {
    const cookie = await signIn('tech')
    expect(await (await page(servers[0], cookie)).text()).toContain('Granite Peak Outfitters')
    const { access_token: token } = sessionOf(cookie)
    const { url, anonKey } = testBackend()
    await fetch(new URL('/auth/v1/logout?scope=local', url), {
      method: 'POST',
      headers: { apikey: anonKey, authorization: `Bearer ${token}` },
    })
    for (const server of servers) {
      expect(await (await page(server, cookie)).text()).not.toContain('Granite Peak Outfitters')
    }
  })

  test('store a call once, whichever server it is delivered to', async () => {
    const body = JSON.stringify(switchRecord({ uuid: randomUUID() }))
    const answers = await Promise.all(
      [...servers, ...servers].map(async (server) => {
        const headers = { authorization: `Bearer ${TEST_APP.cdrIngestSecret}` }
        return (await fetch(new URL('/api/cdr', server), { method: 'POST', headers, body })).json()
      }),
    )
    expect(answers.reduce((sum, { stored }) => sum + stored, 0)).toBe(1)
    expect(answers.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(3)
  })

  test('serve changes to a switch that were saved through the other server', async () => {
    const { authorization } = await newSwitch(database)
    const { rows } = await database.query<{ id: string; extension: string }>(
      `select e.id, e.extension from public.extensions e join public.tenants t on t.id = e.tenant_id
       where t.domain = $1 and e.enabled and not e.suspended order by e.extension desc limit 1`,
      [DOMAIN],
    )
    const phone = rows[0]
    const known = async (server: string) => {
      const fields = {
        section: 'directory',
        action: 'sip_auth',
        user: phone?.extension ?? '',
        domain: DOMAIN,
      }
      const text = await (await askSwitch(server, authorization, fields, address())).text()
      return text.includes('a1-hash')
    }
    for (const server of servers) expect(await known(server)).toBe(true)
    try {
      await database.query('update public.extensions set enabled = false where id = $1', [phone?.id])
      for (const server of servers) await expect.poll(() => known(server)).toBe(false)
    } finally {
      await database.query('update public.extensions set enabled = true where id = $1', [phone?.id])
    }
  })

  test('apply what a phone dials once, even if the switch repeats the request to the other server', async () => {
    const { rows } = await database.query<{ id: string; extension: string; code: string }>(
      `select e.id, e.extension, c.code from public.extensions e join public.tenants t on t.id = e.tenant_id
       join public.feature_codes c on c.tenant_id = t.id and c.feature = 'do_not_disturb' and c.enabled
       where t.domain = $1 and e.enabled and not e.suspended and not e.do_not_disturb
       order by e.extension desc limit 1`,
      [DOMAIN],
    )
    const phone = rows[0]
    const switches = [await newSwitch(database), await newSwitch(database)]
    const dial = async (server: string, at: number, call: string) => {
      const fields = {
        section: 'dialplan',
        'Caller-Context': DOMAIN,
        'Hunt-Destination-Number': phone?.code ?? '',
        'Unique-ID': call,
        variable_user_name: phone?.extension ?? '',
        variable_domain_name: DOMAIN,
      }
      return (await askSwitch(server, switches[at]?.authorization ?? '', fields, address())).text()
    }
    const call = randomUUID()
    const first = await dial(servers[0], 0, call)
    expect(first).toContain('ivr-dnd_activated')
    expect(await dial(servers[1], 0, call)).toBe(first)
    // Another switch, which asks the other server, gets it within a second.
    await expect.poll(() => dial(servers[1], 1, randomUUID())).toContain('ivr-dnd_cancelled')
    const stored = await database.query('select do_not_disturb from public.extensions where id = $1', [
      phone?.id,
    ])
    expect(stored.rows).toEqual([{ do_not_disturb: false }])
  })

  test('ask a carrier once if two people register a number for 911 at the same time', async () => {
    const [{ tenant = '' } = {}] = await twoTenants(database)
    const { rows: numbers } = await database.query<{ id: string; version: number }>(
      "insert into public.dids (tenant_id, number, status) values ($1, $2, 'assigned') returning id, version",
      [tenant, NUMBER],
    )
    const { rows: addresses } = await database.query<{ id: string }>(
      `insert into public.emergency_addresses (tenant_id, label, street, city, state, postal_code)
       select $1, 'Trial ' || n, n || ' Harbor Lane', 'Portland', 'ME', '04101' from generate_series(1, 2) n returning id`,
      [tenant],
    )
    const cookie = await cookieOf('tech')
    const register = async (address: string) => {
      const path = `/api/tenants/${tenant}/emergency-registrations`
      const answer = await fetch(new URL(path, servers[1]), {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ action: 'register', numbers, address }),
      })
      return (await answer.json())[0].problem as string | null
    }
    try {
      const problems = await Promise.all(addresses.map(({ id }) => register(id)))
      expect(problems.filter((problem) => problem === null)).toHaveLength(1)
      expect(problems).toContain('Someone else has saved this number since you opened it.')
      const { rows } = await database.query(
        'select emergency_address_id as address, e911_reference as reference from public.dids where id = $1',
        [numbers[0]?.id],
      )
      expect(registered).toEqual([rows[0]?.reference])
      expect(registered[0]).toContain(rows[0]?.address)
    } finally {
      await database.query("update public.dids set e911_state = 'none' where number = $1", [NUMBER])
      await database.query('delete from public.dids where number = $1', [NUMBER])
      await database.query('delete from public.emergency_addresses where id = any ($1)', [
        addresses.map(({ id }) => id),
      ])
    }
  })

  test('share the rate limit of an address', async () => {
    const from = address()
    const begun = Date.now()
    const ask = (server: string) =>
      fetch(new URL(`/api/quotes/${randomUUID()}`, server), { headers: { 'x-forwarded-for': from } })
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => ask(servers[n % 2 === 0 ? 0 : 1])),
    )
    const letThrough = answers.filter(({ status }) => status === 404).length
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(100 - letThrough)
    // 60 a minute: one comes back each second.
    expect(letThrough).toBeLessThanOrEqual(61 + (Date.now() - begun) / 1000)
  })

  test('share the count of wrong secrets', async () => {
    const { name } = await newSwitch(database)
    const from = address()
    const wrong = `Basic ${Buffer.from(`${name}:wrong`).toString('base64')}`
    const fields = { section: 'directory', user: '1001', domain: DOMAIN }
    for (const server of [...servers, servers[0]]) {
      expect((await askSwitch(server, wrong, fields, from)).status).toBe(401)
    }
    const counted = await database.query(
      `update private.switch_attempts set blocked_until = blocked_until + interval '1 hour'
       where switch_name = $1 returning failures`,
      [name],
    )
    expect(counted.rows).toEqual([{ failures: 3 }])
    for (const server of servers) expect((await askSwitch(server, wrong, fields, from)).status).toBe(429)
  })
})
