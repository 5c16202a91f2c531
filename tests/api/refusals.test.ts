import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { testBackend } from '../../scripts/lib/test-app.ts'
import { appDatabase, ensurePowerlessMember, twoTenants } from '../support/api-database.ts'
import { OTHER_ROUTES, STAFF_ROUTES, type Tenants } from '../support/api-routes.ts'
import { APP_URL, callApi, type DemoAccount } from '../support/api-session.ts'
import { rowsOf } from '../support/tenant-rows.ts'

const files = readdirSync(join(import.meta.dirname, '../../pages/api'), { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.ts'))
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const message = { message: expect.stringMatching(/.+/) }

let tenants: Tenants
beforeAll(async () => {
  const database = appDatabase()
  await ensurePowerlessMember(database)
  const [own, other] = await twoTenants(database)
  if (own && other) tenants = { own, other }
  await database.end()
})

test('every route is covered here', () => {
  expect(files.toSorted()).toEqual([...Object.keys(STAFF_ROUTES), ...Object.keys(OTHER_ROUTES)].toSorted())
})

/** What is stored of both tenants. */
async function stored(): Promise<string[]> {
  const client = new pg.Client({ connectionString: testBackend().databaseUrl })
  await client.connect()
  try {
    return await rowsOf([tenants.own.tenant, tenants.other.tenant], client)
  } finally {
    await client.end()
  }
}

describe.each(Object.entries(STAFF_ROUTES))('the route %s', (_file, route) => {
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
  const hasBody = () => route.valid(tenants).body !== undefined

  test('accepts a single method, and names it', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => one !== route.method)) {
      const answer = await callApi(route.account, route.valid(tenants).path, { method })
      expect(answer, method).toMatchObject({ status: 405, body: message })
      expect(answer.headers.get('allow')).toBe(route.method)
    }
  })

  test('refuses a visitor and a forged session', async () => {
    expect(await ask(null, route.valid(tenants))).toMatchObject({ status: 401, body: message })
    const forged = { cookie: 'sb-staff-auth-token=base64-e30' }
    expect(await ask(null, route.valid(tenants), forged)).toMatchObject({ status: 401, body: message })
  })

  test('refuses users without the permission', async () => {
    for (const account of ['powerless', 'disabled', 'nomember', ...(route.without ?? [])] as const) {
      const answer = await ask(account, route.valid(tenants))
      expect(answer, account).toMatchObject({ status: 403, body: message })
    }
  })

  test.runIf(route.method !== 'GET')('refuses requests from another site', async () => {
    for (const origin of ['https://evil.example', 'null', `${APP_URL}.evil.example`]) {
      const answer = await ask(route.account, route.valid(tenants), { origin })
      expect(answer, origin).toMatchObject({ status: 403, body: message })
    }
  })

  test.runIf(route.method !== 'GET')('refuses a body that is not JSON, or is too large', async () => {
    if (!hasBody()) return
    const { path, body } = route.valid(tenants)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const answer = await ask(route.account, { path, body }, { 'content-type': type })
      expect(answer, type).toMatchObject({ status: 415, body: message })
    }
    for (const broken of ['{"', '{} {}', 'undefined']) {
      expect(await ask(route.account, { path, body: broken })).toMatchObject({ status: 400, body: message })
    }
    const large = JSON.stringify({ text: 'x'.repeat(70_000) })
    expect(await ask(route.account, { path, body: large })).toMatchObject({ status: 413, body: message })
  })

  test('refuses invalid input', async () => {
    for (const request of route.invalid(tenants)) {
      const answer = await ask(route.account, request)
      expect(answer, JSON.stringify(request)).toMatchObject({ status: 400, body: message })
    }
  })

  test('finds nothing for unknown or malformed ids', async () => {
    const { path, body } = route.valid(tenants)
    for (const id of path.match(UUID) ?? []) {
      for (const nobody of ['17', 'not-an-id', `${id}0`, "'; drop table x", randomUUID()]) {
        const request = {
          path: path.replace(id, encodeURIComponent(nobody)),
          body: body && JSON.stringify(body).replaceAll(id, nobody),
        }
        const answer = await ask(route.account, request)
        expect(answer, request.path).toMatchObject({ status: 404, body: message })
        expect(answer.body).not.toMatchObject({ message: expect.stringMatching(/form|syntax|valid/i) })
      }
    }
  })

  test.runIf(route.swapped)('finds nothing for another tenant’s ids, and changes nothing', async () => {
    const before = await stored()
    const answer = await ask(route.account, route.swapped?.(tenants) ?? { path: '' })
    expect(answer).toMatchObject({ status: 404, body: message })
    expect(await stored()).toEqual(before)
  })
})
