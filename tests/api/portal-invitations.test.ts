import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testBackend } from '../../scripts/lib/test-app.ts'
import { appDatabase, twoTenants } from '../support/api-database.ts'
import { mailsTo, notedMails } from '../support/api-mails.ts'
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

const inviteAll = (users: readonly string[], owner = tenant) =>
  postApi('tech', `/api/tenants/${owner}/users/invite`, { users, run: randomUUID() })
/** Why the one user was not invited, or the stored user. */
async function invite(user: string, owner = tenant) {
  const { status, body } = await inviteAll([user], owner)
  expect(status).toBe(200)
  const { invited, failed } = body as {
    invited: Record<string, unknown>[]
    failed: { id: string; message: string }[]
  }
  expect(invited.length + failed.length).toBe(1)
  return { stored: invited[0], refusal: failed[0]?.message }
}
const storedUser = async (id: string) =>
  (await database.query('select * from public.portal_users where id = $1', [id])).rows[0]
const accountsOf = async (email: string) =>
  (await database.query<{ id: string }>('select id from auth.users where email = $1', [email])).rows
const mails = async (email: string) =>
  (await (await fetch(`${testBackend().url}/outbox`)).text()).split(email).length - 1

describe('POST /api/tenants/{tenantId}/users/invite', () => {
  test('creates an account, sends an email, and stores the time', async () => {
    const email = newEmail()
    const user = await newUser(email)
    const answer = await invite(user)
    const [account] = await accountsOf(email)
    expect(answer.stored).toMatchObject({ id: user, auth_user_id: account?.id })
    expect(await storedUser(user)).toMatchObject({
      auth_user_id: account?.id,
      invited_at: expect.any(Date),
      accepted_at: null,
    })
    expect(await mails(email)).toBeGreaterThan(0)
    expect(await notedMails(database, email)).toMatchObject([
      { kind: 'invitation', section: 'telephony', tenant_id: tenant, body: null, state: 'sent' },
    ])
  })

  test.each([
    ['user', 'You see your own extensions, voicemail and calls. Follow'],
    ['tenant_admin', 'and manage the whole tenant.'],
    ['agent', 'and sign in to call center queues.'],
  ])('tells a user with the role %s what they may do', async (role, said) => {
    const email = newEmail()
    const user = await newUser(email)
    await database.query('update public.portal_users set role = $2 where id = $1', [user, role])
    expect((await invite(user)).refusal).toBeUndefined()
    const outbox = await fetch(`${testBackend().url}/outbox?format=json`)
    const sent = ((await outbox.json()) as { to: string; text: string }[]).filter(({ to }) => to === email)
    expect(sent.map(({ text }) => text)).toEqual([expect.stringContaining(said)])
  })

  test('says again what holds now when an invitation is sent again', async () => {
    const email = newEmail()
    const user = await newUser(email)
    expect((await invite(user)).refusal).toBeUndefined()
    await database.query("update public.portal_users set role = 'tenant_admin' where id = $1", [user])
    expect((await invite(user)).refusal).toBeUndefined()
    const said = (await mailsTo(email)).map(({ text }) => /manage the whole tenant/.test(text))
    expect(said.sort()).toEqual([false, true])
    expect((await notedMails(database, email)).map(({ subject }) => subject)).toEqual(
      (await mailsTo(email)).map(({ subject }) => subject),
    )
  })

  test('creates one account for two invitations', async () => {
    const email = newEmail()
    const user = await newUser(email)
    expect((await invite(user)).refusal).toBeUndefined()
    expect((await invite(user)).refusal).toBeUndefined()
    expect(await accountsOf(email)).toHaveLength(1)
  })

  test('refuses a fourth email to one address within an hour', async () => {
    const email = newEmail()
    const [user, elsewhere] = [await newUser(email), await newUser(email, other)]
    for (let times = 0; times < 3; times++) expect((await invite(user)).refusal).toBeUndefined()
    const sent = await mails(email)
    expect((await invite(elsewhere, other)).refusal).toBe(
      'Three emails have gone to this address within the last hour. Wait before you send another.',
    )
    expect(await mails(email)).toBe(sent)
    expect(await storedUser(elsewhere)).toMatchObject({ auth_user_id: null, invited_at: null })
  })

  test('creates one account for one address at two tenants', async () => {
    const email = newEmail()
    const [one, two] = [await newUser(email), await newUser(email, other)]
    expect((await invite(one)).refusal).toBeUndefined()
    expect((await invite(two, other)).refusal).toBeUndefined()
    expect(await accountsOf(email)).toHaveLength(1)
    expect((await storedUser(one)).auth_user_id).toBe((await storedUser(two)).auth_user_id)
  })

  test('tells a user who has an account that it opens another tenant', async () => {
    const email = newEmail()
    const [one, two] = [await newUser(email), await newUser(email, other)]
    expect((await invite(one)).refusal).toBeUndefined()
    // They have asked for a link to reset their password.
    await database.query(
      `update auth.users set email_confirmed_at = now(), recovery_sent_at = now(), recovery_token = md5($1) where email = $1`,
      [email],
    )
    expect((await invite(two, other)).refusal).toBeUndefined()
    const { rows: links } = await database.query(
      'select recovery_token = md5($1) as works from auth.users where email = $1',
      [email],
    )
    expect(links).toEqual([{ works: true }])
    expect((await storedUser(two)).auth_user_id).toBe((await storedUser(one)).auth_user_id)
    const { rows } = await database.query('select name from public.companies where domain_uuid = $1', [other])
    const outbox = await fetch(`${testBackend().url}/outbox?format=json`)
    const sent = ((await outbox.json()) as { to: string; text: string }[]).filter(({ to }) => to === email)
    expect(sent).toHaveLength(2)
    expect(
      sent.filter(({ text }) =>
        text.includes(`has given you access to ${rows[0]?.name} in Trunkline Voice.`),
      ),
    ).toEqual([
      expect.objectContaining({ text: expect.stringContaining('Sign in with the password you have.') }),
    ])
    expect(await notedMails(database, email)).toMatchObject([
      { tenant_id: tenant, state: 'sent' },
      { tenant_id: other, state: 'sent' },
    ])
  })

  test("refuses a disabled user and another tenant's, without creating an account", async () => {
    const [disabled, foreign] = [newEmail(), newEmail()]
    expect((await invite(await newUser(disabled, tenant, false))).refusal).toMatch(/disabled/)
    expect((await invite(await newUser(foreign, other))).refusal).toBe('User not found.')
    expect([...(await accountsOf(disabled)), ...(await accountsOf(foreign))]).toEqual([])
  })

  test('refuses a user who has accepted', async () => {
    const user = await newUser()
    await invite(user)
    await database.query('update public.portal_users set accepted_at = now() where id = $1', [user])
    expect((await invite(user)).refusal).toMatch(/accepted/)
  })

  test('refuses a suspended tenant', async () => {
    const email = newEmail()
    const user = await newUser(email)
    const set = (status: 'active' | 'suspended') =>
      database.query('update public.tenants set status = $2 where id = $1', [tenant, status])
    await set('suspended')
    try {
      expect(await inviteAll([user])).toMatchObject({
        status: 409,
        body: { message: 'This tenant is suspended. Resume it before you invite its users.' },
      })
    } finally {
      await set('active')
    }
    expect(await mails(email)).toBe(0)
    expect(await accountsOf(email)).toEqual([])
  })

  test('invites many in one request, which the trail shows as one change, and names those left out', async () => {
    const [one, two, off] = [await newUser(), await newUser(), await newUser(newEmail(), tenant, false)]
    const { body } = await inviteAll([one, off, two])
    expect(body).toMatchObject({
      invited: [{ id: one }, { id: two }],
      failed: [{ id: off, message: 'Night desk is disabled. Enable them first.' }],
    })
    const { rows } = await database.query(
      `select count(distinct transaction_id)::int as changes, count(*)::int as entries from public.audit_log
       where record_id = any ($1) and action = 'update'`,
      [[one, two, off]],
    )
    expect(rows).toEqual([{ changes: 1, entries: 2 }])
  })

  test('links to the app’s own address, whatever host the request names', async () => {
    const email = newEmail()
    const user = await newUser(email)
    const cookie = await cookieOf('tech')
    const path = `/api/tenants/${tenant}/users/invite`
    const status = await new Promise((resolve, reject) => {
      const headers = { cookie, host: 'evil.example', 'content-type': 'application/json' }
      request(new URL(path, APP_URL), { method: 'POST', headers }, (answer) => resolve(answer.statusCode))
        .on('error', reject)
        .end(JSON.stringify({ users: [user], run: randomUUID() }))
    })
    expect(status).toBe(200)
    const outbox = await fetch(`${testBackend().url}/outbox?format=json`)
    const sent = ((await outbox.json()) as { to: string }[]).filter(({ to }) => to === email)
    expect(sent).toHaveLength(1)
    expect(JSON.stringify(sent)).not.toContain('evil.example')
  })
})
