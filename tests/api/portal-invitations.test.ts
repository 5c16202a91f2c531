import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testBackend } from '../../scripts/lib/test-app.ts'
import { appDatabase, twoTenants } from '../support/api-database.ts'
import { APP_URL, cookieOf, postApi } from '../support/api-session.ts'

let database: Pool
let tenant: string
let other: string
beforeAll(async () => {
  database = appDatabase()
  const [own, another] = await twoTenants(database)
  tenant = own?.tenant ?? ''
  other = another?.tenant ?? ''
})
afterAll(() => database.end())

const newEmail = () => `portal-${randomUUID()}@demo.test`

async function newUser(email = newEmail(), owner = tenant, enabled = true): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `insert into public.portal_users (tenant_id, name, email, enabled) values ($1, 'Night desk', $2, $3) returning id`,
    [owner, email, enabled],
  )
  return rows[0]?.id ?? ''
}

const invite = (user: string, owner = tenant) =>
  postApi('tech', `/api/tenants/${owner}/users/${user}/invite`, {})
const storedUser = async (id: string) =>
  (await database.query('select * from public.portal_users where id = $1', [id])).rows[0]
const accountsOf = async (email: string) =>
  (await database.query<{ id: string }>('select id from auth.users where email = $1', [email])).rows
const mails = async (email: string) =>
  (await (await fetch(`${testBackend().url}/outbox`)).text()).split(email).length - 1

describe('POST /api/tenants/{tenantId}/users/{userId}/invite', () => {
  test('creates an account, sends an email, and stores the time', async () => {
    const email = newEmail()
    const user = await newUser(email)
    const answer = await invite(user)
    const [account] = await accountsOf(email)
    expect(answer).toMatchObject({ status: 200, body: { id: user, auth_user_id: account?.id } })
    expect(await storedUser(user)).toMatchObject({
      auth_user_id: account?.id,
      invited_at: expect.any(Date),
      accepted_at: null,
    })
    expect(await mails(email)).toBeGreaterThan(0)
  })

  test('creates one account for two invitations', async () => {
    const email = newEmail()
    const user = await newUser(email)
    expect((await invite(user)).status).toBe(200)
    expect((await invite(user)).status).toBe(200)
    expect(await accountsOf(email)).toHaveLength(1)
  })

  test('refuses a fourth email to one address within an hour', async () => {
    const email = newEmail()
    const [user, elsewhere] = [await newUser(email), await newUser(email, other)]
    for (let times = 0; times < 3; times++) expect((await invite(user)).status).toBe(200)
    const sent = await mails(email)
    expect(await invite(elsewhere, other)).toMatchObject({
      status: 429,
      body: {
        message: 'Three emails have gone to this address within the last hour. Wait before you send another.',
      },
    })
    expect(await mails(email)).toBe(sent)
    expect(await storedUser(elsewhere)).toMatchObject({ auth_user_id: null, invited_at: null })
  })

  test('creates one account for one address at two tenants', async () => {
    const email = newEmail()
    const [one, two] = [await newUser(email), await newUser(email, other)]
    expect((await invite(one)).status).toBe(200)
    expect((await invite(two, other)).status).toBe(200)
    expect(await accountsOf(email)).toHaveLength(1)
    expect((await storedUser(one)).auth_user_id).toBe((await storedUser(two)).auth_user_id)
  })

  test("refuses a disabled user and another tenant's, without creating an account", async () => {
    const [disabled, foreign] = [newEmail(), newEmail()]
    expect(await invite(await newUser(disabled, tenant, false))).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('disabled') },
    })
    expect(await invite(await newUser(foreign, other))).toMatchObject({ status: 404 })
    expect([...(await accountsOf(disabled)), ...(await accountsOf(foreign))]).toEqual([])
  })

  test('refuses a user who has accepted', async () => {
    const user = await newUser()
    await invite(user)
    await database.query('update public.portal_users set accepted_at = now() where id = $1', [user])
    expect(await invite(user)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('accepted') },
    })
  })

  test('links to the app’s own address, whatever host the request names', async () => {
    const email = newEmail()
    const user = await newUser(email)
    const cookie = await cookieOf('tech')
    const path = `/api/tenants/${tenant}/users/${user}/invite`
    const status = await new Promise((resolve, reject) => {
      const headers = { cookie, host: 'evil.example' }
      request(new URL(path, APP_URL), { method: 'POST', headers }, (answer) => resolve(answer.statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(200)
    const outbox = await fetch(`${testBackend().url}/outbox?format=json`)
    const sent = ((await outbox.json()) as { to: string }[]).filter(({ to }) => to === email)
    expect(sent).toHaveLength(1)
    expect(JSON.stringify(sent)).not.toContain('evil.example')
  })
})
