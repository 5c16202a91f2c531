import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TEST_APP } from '../../scripts/lib/test-app.ts'
import { appDatabase } from '../support/api-database.ts'
import { mailsTo, notifying } from '../support/api-mails.ts'
import { APP_URL } from '../support/api-session.ts'
import { newSwitch } from '../support/api-switch.ts'
import { vaultOf } from '../support/vault'

const database = appDatabase()
const DOMAIN = 'granite-peak-outfitters.pbx.example'

interface Extension {
  id: string
  extension: string
  tenant: string
}

let secret: string
let name: string
let phone: Extension
let address: string
let asked = 0

beforeAll(async () => {
  const made = await newSwitch(database)
  name = made.name
  secret = made.secret
  const { rows } = await database.query<Extension>(
    `select e.id, e.extension, t.id as tenant from public.extensions e join public.tenants t on t.id = e.tenant_id
     where t.domain = $1 and e.enabled and not e.suspended and not e.do_not_disturb order by e.extension limit 1`,
    [DOMAIN],
  )
  if (!rows[0]) throw new Error('The demo data has no such extension.')
  phone = rows[0]
})
beforeEach(() => {
  asked += 1
  address = `2001:db8:${(process.pid & 0xffff).toString(16)}:1::${asked.toString(16)}`
})
afterAll(() => database.end())

function ask(fields: Record<string, string> | string, credentials = `${name}:${secret}`, method = 'POST') {
  return fetch(new URL('/api/switch/xml', APP_URL), {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': address,
    },
    ...(method === 'POST' && { body: new URLSearchParams(fields).toString() }),
  })
}
const textOf = async (fields: Record<string, string>, credentials?: string) =>
  (await ask(fields, credentials)).text()

const user = (domain = DOMAIN) => ({
  section: 'directory',
  action: 'sip_auth',
  user: phone.extension,
  domain,
})
const dialing = (digits: string, more: Record<string, string> = {}) => ({
  section: 'dialplan',
  'Caller-Context': DOMAIN,
  'Hunt-Destination-Number': digits,
  'Unique-ID': randomUUID(),
  variable_user_name: phone.extension,
  variable_domain_name: DOMAIN,
  ...more,
})

describe('POST /api/switch/xml', () => {
  test('returns an extension with the hash of its password', async () => {
    const text = await textOf(user())
    const { rows } = await database.query<{ sealed: string }>(
      `select sealed from public.secrets where owner_id = $1 and field = 'sip_password'`,
      [phone.id],
    )
    const place = { owner: phone.id, field: 'sip_password' }
    const password = vaultOf(TEST_APP.dataDir).open(rows[0]?.sealed ?? '', place)
    const hash = createHash('md5').update(`${phone.extension}:${DOMAIN}:${password}`).digest('hex')
    expect(text).toContain(`name="a1-hash" value="${hash}"`)
    expect(text).not.toContain(password)
  })

  test('has a 911 call mailed as it is dialed, once per channel', async () => {
    await notifying(database, phone.tenant, async (email) => {
      const question = dialing('911')
      await expect.poll(() => textOf(question)).toContain('trunkline_emergency=911')
      await textOf(question)
      await expect.poll(() => mailsTo(email)).toHaveLength(1)
      await textOf(dialing('933'))
      await textOf(question)
      const [mail, ...others] = await mailsTo(email)
      expect(others).toEqual([])
      expect(mail?.subject).toContain(`from extension ${phone.extension}`)
      const stored = async () => {
        const { rows } = await database.query(
          `select state, (select count(*)::int from public.audit_log a where a.record_id = m.id and a.action = 'send') as told
           from public.mails m where recipient = $1`,
          [email],
        )
        return rows
      }
      await expect.poll(stored).toEqual([{ state: 'sent', told: 1 }])
    })
  })

  test('returns the routing of a number that a phone dials', async () => {
    const text = await textOf(dialing('4242424'))
    expect(text).toContain(`data="domain_name=${DOMAIN}"`)
    expect(text).toContain('trunkline_path=')
  })

  test('changes the record when a phone dials its feature code, and the next call sees the change', async () => {
    const { rows } = await database.query<{ code: string }>(
      `select code from public.feature_codes where tenant_id = $1 and feature = 'do_not_disturb' and enabled`,
      [phone.tenant],
    )
    const disturbed = async () =>
      (await database.query('select do_not_disturb from public.extensions where id = $1', [phone.id])).rows[0]
    expect((await ask(dialing(rows[0]?.code ?? ''))).status).toBe(200)
    expect(await disturbed()).toEqual({ do_not_disturb: true })
    await ask(dialing(rows[0]?.code ?? ''))
    expect(await disturbed()).toEqual({ do_not_disturb: false })
    const trail = await database.query(
      `select distinct actor_email from public.audit_log where record_id = $1 and changes ? 'do_not_disturb'`,
      [phone.id],
    )
    expect(trail.rows).toEqual([{ actor_email: `Extension ${phone.extension}` }])
  })

  test('applies a repeated request once, and returns the same answer', async () => {
    const { rows } = await database.query<{ code: string }>(
      `select code from public.feature_codes where tenant_id = $1 and feature = 'do_not_disturb' and enabled`,
      [phone.tenant],
    )
    const question = dialing(rows[0]?.code ?? '')
    const first = await textOf(question)
    expect(first).toContain('ivr-dnd_activated')
    expect(await textOf(question)).toBe(first)
    expect(
      (await database.query('select do_not_disturb from public.extensions where id = $1', [phone.id])).rows,
    ).toEqual([{ do_not_disturb: true }])
    expect(await textOf(dialing(rows[0]?.code ?? ''))).toContain('ivr-dnd_cancelled')
  })

  test.each([
    ['an unknown domain', () => user('nobody.example')],
    ['an unknown extension', () => ({ ...user(), user: '999999' })],
    ['an unsupported section', () => ({ section: 'phrases' })],
    ['an unsupported configuration file', () => ({ section: 'configuration', key_value: 'lua.conf' })],
    [
      'an unassigned number',
      () => ({ section: 'dialplan', 'Caller-Context': 'public', 'Hunt-Destination-Number': '+19995550000' }),
    ],
  ])('returns not found for %s', async (_what, fields) => {
    expect(await textOf(fields() as Record<string, string>)).toContain('status="not found"')
  })

  test('returns nothing about tenants that the switch does not serve', async () => {
    const narrow = await newSwitch(database, [])
    const credentials = `${narrow.name}:${narrow.secret}`
    expect(await textOf(user(), credentials)).toContain('status="not found"')
    expect(await textOf(dialing('1001'), credentials)).toContain('status="not found"')
    await database.query('insert into public.switch_tenants (switch_id, tenant_id) values ($1, $2)', [
      narrow.id,
      phone.tenant,
    ])
    await expect.poll(() => textOf(user(), credentials)).toContain('a1-hash')
  })

  test('is answered before page routing, without the headers of pages', async () => {
    const { headers } = await ask(user())
    expect(headers.get('content-security-policy')).toBeNull()
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}$/)
  })

  test('returns the profiles and gateways of the switch', async () => {
    const text = await textOf({ section: 'configuration', key_value: 'sofia.conf' })
    expect(text).toContain('carrier-east')
  })

  test('rejects requests that mod_xml_curl does not send', async () => {
    expect((await ask({ section: 'kitchen' })).status).toBe(400)
    expect((await ask('')).status).toBe(400)
    expect((await ask({ section: 'dialplan', padding: 'x'.repeat(600_000) })).status).toBe(413)
    expect((await ask({}, undefined, 'GET')).status).toBe(405)
  })

  test('rejects a wrong secret, and delays the address after several', async () => {
    const wrong = () => ask(user(), `${name}:wrong`)
    for (let tries = 0; tries < 3; tries++) expect((await wrong()).status).toBe(401)
    // The next wait takes minutes instead of a second.
    await database.query(
      'update private.switch_attempts set failures = 11, blocked_until = now() where switch_name = $1',
      [name],
    )
    expect((await wrong()).status).toBe(401)
    const waiting = await ask(user(), `${name}:wrong`)
    expect(waiting.status).toBe(429)
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0)
    address = `${address}ff`
    expect((await ask(user())).status).toBe(200)
  })

  test('rejects a request without credentials', async () => {
    expect(
      (await fetch(new URL('/api/switch/xml', APP_URL), { method: 'POST', body: 'section=dialplan' })).status,
    ).toBe(401)
  })
})
