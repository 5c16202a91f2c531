import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testBackend } from '../../scripts/lib/test-app.ts'
import { appDatabase, ensureMember, newMember, twoTenants } from '../support/api-database.ts'
import { requestTo, STAFF_ROUTES, type StaffRoute, type Tenants } from '../support/api-routes.ts'
import { APP_URL, callApi, type DemoAccount } from '../support/api-session.ts'
import { EVERY_RIGHT } from '../support/every-right'
import { OPEN_ROUTES } from '../support/open-routes.ts'
import { isNoCheck, rowsOf } from '../support/tenant-rows.ts'

const files = readdirSync(join(import.meta.dirname, '../../pages/api'), { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.ts'))
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const message = { message: expect.stringMatching(/.+/) }

const database = appDatabase()
const routes = Object.values(STAFF_ROUTES)
/** The permissions required by the routes, each once. */
const needs = [...new Set(routes.map((route) => route.needs.join(' ')))]
/** A member with every permission except the one the route needs. */
const lacking = (route: StaffRoute) => `made-without-${needs.indexOf(route.needs.join(' '))}` as const

let tenants: Tenants
let everybody: string
beforeAll(async () => {
  const [own, other] = await twoTenants(database)
  if (own && other) tenants = { own, other }
  await ensureMember(database, 'powerless')
  everybody = await ensureMember(database, 'made-for-all', EVERY_RIGHT)
  await ensureMember(database, 'made-unproved', EVERY_RIGHT, { secondFactor: true })
  for (const [n, names] of needs.entries()) {
    const others = EVERY_RIGHT.filter((name) => !names.split(' ').includes(name))
    await ensureMember(database, `made-without-${n}`, others)
  }
})
afterAll(() => database.end())

test('every route is covered here', () => {
  expect(files.toSorted()).toEqual([...Object.keys(STAFF_ROUTES), ...Object.keys(OPEN_ROUTES)].toSorted())
})

/** The rows of both tenants, but for what the server stores of them at any time. */
async function stored(): Promise<string[]> {
  const client = new pg.Client({ connectionString: testBackend().databaseUrl })
  await client.connect()
  try {
    return (await rowsOf([tenants.own.tenant, tenants.other.tenant], client)).filter(isNoCheck)
  } finally {
    await client.end()
  }
}

describe.each(Object.entries(STAFF_ROUTES))('the route %s', (file, route) => {
  const ask = (
    account: DemoAccount | null,
    { path, body }: { path: string; body?: unknown },
    headers: Record<string, string> = {},
  ) =>
    callApi(account, path, {
      method: route.method,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    })
  const valid = () => requestTo(file, route, tenants, route.valid?.(tenants))

  let asker: DemoAccount
  beforeEach(async () => {
    asker = route.limited ? await newMember(database, EVERY_RIGHT) : route.account
  })

  test('accepts a single method, and names it', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => one !== route.method)) {
      const answer = await callApi(asker, valid().path, { method })
      expect(answer, method).toMatchObject({ status: 405, body: message })
      expect(answer.headers.get('allow')).toBe(route.method)
    }
  })

  test('refuses a visitor and a forged session', async () => {
    expect(await ask(null, valid())).toMatchObject({ status: 401, body: message })
    const forged = { cookie: 'sb-staff-auth-token=base64-e30' }
    expect(await ask(null, valid(), forged)).toMatchObject({ status: 401, body: message })
  })

  test('refuses users without the permission', async () => {
    const others = ['powerless', 'disabled', 'nomember', 'made-unproved', lacking(route)] as const
    for (const account of [...others, ...(route.without ?? [])]) {
      const answer = await ask(account, valid())
      expect(answer, account).toMatchObject({ status: 403, body: message })
    }
  })

  test.runIf(route.limited)('makes whoever asks too often wait', async () => {
    const key = `${route.limited} ${everybody}`
    await database.query("insert into private.rate_limits values ($1, now() + interval '1 hour')", [key])
    const answer = await ask('made-for-all', valid())
    expect(answer).toMatchObject({ status: 429, body: message })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    await database.query('delete from private.rate_limits where key = $1', [key])
  })

  test.runIf(route.method !== 'GET')('refuses requests from another site', async () => {
    for (const origin of ['https://evil.example', 'null', `${APP_URL}.evil.example`]) {
      const answer = await ask(asker, valid(), { origin })
      expect(answer, origin).toMatchObject({ status: 403, body: message })
    }
  })

  const readsBody = route.method !== 'GET' && route.valid
  test.runIf(readsBody)('refuses a body that is not JSON, or is too large', async () => {
    const { path, body } = valid()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const answer = await ask(asker, { path, body }, { 'content-type': type })
      expect(answer, type).toMatchObject({ status: 415, body: message })
    }
    for (const broken of ['{"', '{} {}', 'undefined']) {
      expect(await ask(asker, { path, body: broken })).toMatchObject({ status: 400, body: message })
    }
    const large = JSON.stringify({ text: 'x'.repeat(70_000) })
    expect(await ask(asker, { path, body: large })).toMatchObject({ status: 413, body: message })
  })

  test.runIf(route.invalid)('refuses invalid input', async () => {
    for (const input of route.invalid?.(tenants) ?? []) {
      const request = requestTo(file, route, tenants, input)
      const answer = await ask(asker, request)
      expect(answer, JSON.stringify(request)).toMatchObject({ status: 400, body: message })
    }
  })

  test.runIf(file.includes('['))('finds nothing for unknown or malformed ids', async () => {
    const { path, body } = valid()
    const ids = path.match(UUID) ?? []
    expect(ids).not.toEqual([])
    for (const id of ids) {
      for (const nobody of ['17', 'not-an-id', `${id}0`, "'; drop table x", randomUUID()]) {
        const request = {
          path: path.replace(id, encodeURIComponent(nobody)),
          body: body && JSON.stringify(body).replaceAll(id, nobody),
        }
        const answer = await ask(asker, request)
        expect(answer, request.path).toMatchObject({ status: 404, body: message })
        expect(answer.body).not.toMatchObject({ message: expect.stringMatching(/form|syntax|valid/i) })
      }
    }
  })

  test.runIf(route.swapped)(
    'finds nothing for ids that do not belong together, and changes nothing',
    async () => {
      // It makes what earlier tests left to be made within a minute.
      const unmade = 'select id from public.secrets where sealed is null and tenant_id = any ($1)'
      const both = [tenants.own.tenant, tenants.other.tenant]
      await expect.poll(async () => (await database.query(unmade, [both])).rows).toEqual([])
      const before = await stored()
      const { input = route.valid?.(tenants), ...ids } = route.swapped?.(tenants) ?? {}
      const answer = await ask(asker, requestTo(file, route, tenants, input, ids))
      expect(answer).toMatchObject({ status: 404, body: message })
      expect(await stored()).toEqual(before)
    },
  )
})
