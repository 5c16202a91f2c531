import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TEST_APP, testBackend } from '../../scripts/lib/test-app.ts'
import { APP_URL } from '../support/api-session.ts'
import { vaultOf } from '../support/vault'

// Granite Peak Outfitters of the demo data, which has phones of all three makers.
const DOMAIN = 'granite-peak-outfitters.pbx.example'

interface Phone {
  id: string
  mac: string
  vendor: string
  last_provisioned_at: Date | null
}

let database: pg.Client
let password: string
let address: string
let tests = 0

beforeAll(async () => {
  database = new pg.Client({ connectionString: testBackend().databaseUrl })
  await database.connect()
  const { rows } = await database.query(
    `select s.owner_id as owner, s.field, s.sealed from public.secrets s join public.tenants t on t.id = s.owner_id
     where t.domain = $1 and s.field = 'provisioning_password'`,
    [DOMAIN],
  )
  password = vaultOf(TEST_APP.dataDir).open(rows[0].sealed, rows[0])
})
afterAll(() => database.end())

// Every test's phone is in a network of its own, as a proxy in front of the app would report it.
beforeEach(() => {
  tests += 1
  address = `2001:db8:${(process.pid & 0xffff).toString(16)}:${tests.toString(16)}::1`
})

const basic = (account: string, secret: string) =>
  `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}`

function ask(file: string, authorization: string | null = basic(DOMAIN, password), init: RequestInit = {}) {
  return fetch(new URL(`/provision/${file}`, APP_URL), {
    ...init,
    redirect: 'manual',
    headers: {
      'user-agent': 'Test phone',
      'x-forwarded-for': address,
      ...(authorization === null ? {} : { authorization }),
    },
  })
}

async function phoneOf(vendor: string, domain = DOMAIN): Promise<Phone> {
  const { rows } = await database.query<Phone>(
    `select d.* from public.devices d join public.tenants t on t.id = d.tenant_id
     where t.domain = $1 and d.vendor = $2 order by d.mac limit 1`,
    [domain, vendor],
  )
  if (!rows[0]) throw new Error(`The demo data has no ${vendor} phone.`)
  return rows[0]
}

const digitsOf = ({ mac }: Phone) => mac.replaceAll(':', '').toLowerCase()

describe('GET /provision/{file}', () => {
  test('serves a phone its file, and records the request', async () => {
    const phone = await phoneOf('Grandstream')
    const file = `cfg${digitsOf(phone)}.xml`
    const answer = await ask(file)
    const text = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8')
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(text).toContain('<gs_provision version="1">')
    expect(text).toContain(`<P47>${DOMAIN}</P47>`)
    expect(text).toMatch(/<P34>\S{20,}<\/P34>/)
    const { rows } = await database.query(
      'select agent, file, status, bytes from public.provisioning_log where device_id = $1 and address = $2',
      [phone.id, address],
    )
    expect(rows).toEqual([{ agent: 'Test phone', file, status: 200, bytes: Buffer.byteLength(text) }])
    const after = await phoneOf('Grandstream')
    expect(after.last_provisioned_at?.getTime()).toBeGreaterThan(phone.last_provisioned_at?.getTime() ?? 0)
  })

  test('does not count a request for the headers alone as a fetch', async () => {
    const phone = await phoneOf('Grandstream')
    const answer = await ask(`cfg${digitsOf(phone)}.xml`, undefined, { method: 'HEAD' })
    expect(answer.status).toBe(200)
    const { rows } = await database.query(
      'select status, bytes from public.provisioning_log where device_id = $1 and address = $2',
      [phone.id, address],
    )
    expect(rows).toEqual([{ status: 200, bytes: 0 }])
    expect((await phoneOf('Grandstream')).last_provisioned_at).toEqual(phone.last_provisioned_at)
  })

  test('tells a device’s page that the phone asked without the account, until it is served', async () => {
    const phone = await phoneOf('Grandstream')
    const file = `cfg${digitsOf(phone)}.xml`
    await database.query(
      "update public.devices set last_provisioned_at = now() - interval '1 day' where id = $1",
      [phone.id],
    )
    const kept = async () => {
      const { rows } = await database.query(
        'select account, status, file from public.provisioning_log where device_id = $1 and address = $2',
        [phone.id, address],
      )
      return rows
    }
    expect((await ask(file, null)).status).toBe(401)
    await expect.poll(kept).toEqual([{ account: 'none', status: 401, file }])
    expect((await ask(file)).status).toBe(200)
    expect(await kept()).toEqual([{ account: 'own', status: 200, file }])
  })

  test('serves every vendor’s file names, in upper or lower case', async () => {
    const yealink = await phoneOf('Yealink')
    const polycom = await phoneOf('Polycom')
    const main = await ask(`${digitsOf(yealink)}.cfg`)
    expect(await main.text()).toMatch(/^#!version:1\.0\.0\.1\n/)
    const list = await ask(`${digitsOf(polycom)}.cfg`)
    const [, next = ''] = /CONFIG_FILES="([^"]+)"/.exec(await list.text()) ?? []
    expect(await (await ask(next)).text()).toContain('<polycomConfig')
    expect(await (await ask('y000000000096.cfg')).text()).toContain('local_time.time_zone = -7')
    const grandstream = await phoneOf('Grandstream')
    expect((await ask(`CFG${digitsOf(grandstream).toUpperCase()}.XML`)).status).toBe(200)
  })

  test('asks for credentials before anything else', async () => {
    const answer = await ask('cfg000b82000000.xml', null)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="Provisioning"/)
  })

  test('does not reveal phones and tenants without the password', async () => {
    const phone = await phoneOf('Grandstream')
    const answers = await Promise.all([
      ask(`cfg${digitsOf(phone)}.xml`, basic(DOMAIN, 'wrong')),
      ask('cfg000b82000000.xml', basic(DOMAIN, 'wrong')),
      ask('cfg000b82000000.xml', basic('nobody.example', 'wrong')),
    ])
    const seen = await Promise.all(
      answers.map(async (answer) => ({
        status: answer.status,
        body: await answer.text(),
        authenticate: answer.headers.get('www-authenticate'),
      })),
    )
    expect(seen[0]?.status).toBe(401)
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
  })

  test('answers 404 for an unknown phone, another tenant’s phone and an unknown file', async () => {
    const strangers = await phoneOf('Grandstream', 'harbor-lane-dental.pbx.example')
    for (const file of ['cfg000b82000000.xml', `cfg${digitsOf(strangers)}.xml`, 'firmware.bin']) {
      expect((await ask(file)).status).toBe(404)
    }
  })

  test('locks out only the network that sent wrong passwords, longer each time', async () => {
    const file = `cfg${digitsOf(await phoneOf('Grandstream'))}.xml`
    const guess = async () => (await ask(file, basic(DOMAIN, 'wrong'))).status
    for (let attempt = 1; attempt <= 3; attempt += 1) expect(await guess()).toBe(401)
    // The next wait takes minutes instead of a second.
    await database.query(
      `update private.provisioning_attempts set failures = 11, blocked_until = now()
       where account = $1 and address = private.network_of($2)`,
      [DOMAIN, address],
    )
    expect(await guess()).toBe(401)
    expect(await guess()).toBe(429)
    const waiting = await ask(file)
    expect(waiting.status).toBe(429)
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    address = address.replace(/::1$/, '::2')
    expect((await ask(file)).status).toBe(429)
    address = address.replace(':db8:', ':db9:')
    expect((await ask(file)).status).toBe(200)
  })

  test('refuses a disabled phone', async () => {
    const phone = await phoneOf('Grandstream')
    await database.query('update public.devices set enabled = false where id = $1', [phone.id])
    try {
      expect((await ask(`cfg${digitsOf(phone)}.xml`)).status).toBe(403)
    } finally {
      await database.query('update public.devices set enabled = true where id = $1', [phone.id])
    }
  })

  test('refuses the phones of a suspended tenant that it has not served before', async () => {
    const phone = await phoneOf('Grandstream')
    const servedAt = (at: string | null) =>
      database.query('update public.devices set last_provisioned_at = $2 where id = $1', [phone.id, at])
    const file = `cfg${digitsOf(phone)}.xml`
    await database.query(`update public.tenants set status = 'suspended' where domain = $1`, [DOMAIN])
    try {
      await servedAt(null)
      expect((await ask(file)).status).toBe(403)
      await servedAt('2026-01-05T09:00:00Z')
      expect((await ask(file)).status).toBe(200)
    } finally {
      await database.query(`update public.tenants set status = 'active' where domain = $1`, [DOMAIN])
    }
  })

  test.each(['POST', 'PUT', 'DELETE'])('rejects %s', async (method) => {
    const answer = await ask('y000000000096.cfg', undefined, { method })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
  })
})
