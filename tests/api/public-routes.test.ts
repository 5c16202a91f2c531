import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { METRICS_TOKEN, TEST_APP, testBackend } from '../../scripts/lib/test-app.ts'
import { appDatabase } from '../support/api-database.ts'
import { APP_URL, cookieOf, fromElsewhere, sessionOf } from '../support/api-session.ts'
import { type MadeSwitch, newSwitch } from '../support/api-switch.ts'
import { OPEN_ROUTES } from '../support/open-routes.ts'
import { vaultOf } from '../support/vault'

type Headers = Record<string, string>
interface Asked {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: string
  type?: string
}

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const ID = randomUUID()

/** Requests to each route without a session, and the secrets it accepts. Anything else must be refused. */
const ROUTES: Record<string, { asked: Asked[]; takes: readonly string[] }> = {
  'cdr/index.ts': {
    asked: [{ method: 'POST', path: '/api/cdr', body: '{}', type: JSON_TYPE }],
    takes: ['the secret of a switch', 'the ingest secret'],
  },
  'cdr/recordings/[call].ts': {
    asked: [{ method: 'PUT', path: `/api/cdr/recordings/${ID}?domain=acme.example`, body: 'RIFF' }],
    takes: ['the secret of a switch', 'the ingest secret'],
  },
  'metrics.ts': { asked: [{ method: 'GET', path: '/api/metrics' }], takes: ['the token of the figures'] },
  'quotes/[key]/index.ts': {
    asked: [
      { method: 'GET', path: `/api/quotes/${ID}` },
      {
        method: 'POST',
        path: `/api/quotes/${ID}`,
        body: '{"decision":"accepted","name":"A","reason":""}',
        type: JSON_TYPE,
      },
    ],
    takes: [],
  },
  'quotes/[key]/pdf.ts': { asked: [{ method: 'GET', path: `/api/quotes/${ID}/pdf` }], takes: [] },
  'provision/[file].ts': {
    asked: [{ method: 'GET', path: '/provision/805ec0112233.cfg' }],
    takes: ['the password of a tenant’s phones'],
  },
  'switch/sounds/[switch]/[signature]/[file].ts': {
    asked: [
      { method: 'GET', path: `/api/switch/sounds/main/${'0'.repeat(64)}/${ID}.wav` },
      {
        method: 'PUT',
        path: `/api/switch/sounds/main/${'0'.repeat(64)}/${ID}_${ID}_9999999999.wav`,
        body: 'RIFF',
      },
    ],
    takes: [],
  },
  'switch/xml.ts': {
    asked: [{ method: 'POST', path: '/api/switch/xml', body: 'section=directory', type: FORM_TYPE }],
    takes: ['the secret of a switch'],
  },
  ...Object.fromEntries(
    Object.keys(OPEN_ROUTES)
      .map((file) => /^switch\/agent\/([a-z-]+)\.ts$/.exec(file)?.[1])
      .filter((name) => name !== undefined)
      .map((name) => [
        `switch/agent/${name}.ts`,
        {
          asked: [
            { method: 'POST', path: `/api/switch/agent/${name}`, body: '{}', type: JSON_TYPE } as const,
          ],
          takes: ['the secret of a switch'],
        },
      ]),
  ),
}
/** Public: they only say that the server is running. */
const OPEN = ['health.ts', 'ready.ts']

const database = appDatabase()
afterAll(() => database.end())

const basic = (name: string, secret: string): Headers => ({
  authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
})
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })

let tokens: Record<string, Headers>
beforeAll(async () => {
  const [made, off, revoked] = await Promise.all([1, 2, 3].map(() => newSwitch(database)))
  if (!made || !off || !revoked) throw new Error('There are no switches.')
  await database.query('update public.switches set enabled = false, version = version + 1 where id = $1', [
    off.id,
  ])
  await database.query('delete from private.switch_secrets where switch_id = $1', [revoked.id])
  const digestOf = ({ secret }: MadeSwitch) => createHash('sha256').update(secret).digest('hex')
  const { rows } = await database.query<{ id: string; domain: string; sealed: string }>(
    `select t.id, t.domain, s.sealed from public.tenants t join public.secrets s on s.owner_id = t.id
     where s.field = 'provisioning_password' and s.sealed is not null and t.status = 'active' limit 1`,
  )
  const [tenant] = rows
  const password =
    tenant &&
    vaultOf(TEST_APP.dataDir).open(tenant.sealed, { owner: tenant.id, field: 'provisioning_password' })
  if (!tenant || !password) throw new Error('No tenant of the demo data has a provisioning password.')
  const quote = await database.query<{ key: string }>('select link_token as key from public.quotes limit 1')
  const cookie = await cookieOf('superadmin')
  tokens = {
    nothing: {},
    'a superadmin’s session': { cookie },
    'a superadmin’s access token': bearer(sessionOf(cookie).access_token),
    'the public key of the API': bearer(testBackend().anonKey),
    'the digest of a switch’s secret': basic(made.name, digestOf(made)),
    'the secret of another switch': basic(made.name, off.secret),
    'the secret of a switch that is off': basic(off.name, off.secret),
    'a secret that was revoked': basic(revoked.name, revoked.secret),
    'a switch without its name': basic('', made.secret),
    'a switch’s secret as a token': bearer(made.secret),
    'a name with a quotation mark': basic(`${made.name}' or '1'='1`, made.secret),
    'a password that is no tenant’s': basic(tenant.domain, randomBytes(12).toString('hex')),
    'the password of a tenant’s phones': basic(tenant.domain, password),
    'the ingest secret': bearer(TEST_APP.cdrIngestSecret),
    'the token of the figures': bearer(METRICS_TOKEN),
    'the key of a quote’s link': bearer(quote.rows[0]?.key ?? ID),
    'the secret of a switch': { authorization: made.authorization },
  }
})

const send = ({ method, path, body, type }: Asked, headers: Headers) =>
  fetch(new URL(path, APP_URL), {
    method,
    redirect: 'manual',
    headers: {
      // Wrong secrets delay the next attempt.
      ...fromElsewhere(),
      ...(type && { 'content-type': type }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  })

test('every route without a session is tested here, or is public', () => {
  expect([...Object.keys(ROUTES), ...OPEN].toSorted()).toEqual(Object.keys(OPEN_ROUTES).toSorted())
})

describe.each(Object.entries(ROUTES))('the route %s', (_file, { asked, takes }) => {
  test('refuses every other token, and reveals nothing to it', async () => {
    const secrets = Object.values(tokens).flatMap((headers) => Object.values(headers))
    const others = Object.entries(tokens).filter(([token]) => !takes.includes(token))
    const tries = others.flatMap(([token, headers]) => asked.map((one) => ({ token, headers, one })))
    await Promise.all(
      tries.map(async ({ token, headers, one }) => {
        const answer = await send(one, headers)
        const text = await answer.text()
        expect([401, 404], `${one.method} ${one.path} with ${token}: ${text}`).toContain(answer.status)
        expect(text.length, token).toBeLessThan(300)
        expect(secrets.some((secret) => text.includes(secret.replace(/^\w+ /, '')))).toBe(false)
      }),
    )
  })

  test.runIf(takes.length > 0)('accepts the tokens that are meant for it', async () => {
    for (const token of takes) {
      for (const one of asked) {
        const { status } = await send(one, tokens[token] ?? {})
        expect([401, 403, 429], `${one.path} with ${token}`).not.toContain(status)
        expect(status).toBeLessThan(500)
      }
    }
  })
})
