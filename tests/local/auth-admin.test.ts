import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINIMUM_PASSWORD_LENGTH } from '@/lib/session/password-length'
import { type AuthLayer, authLayer } from '@/local/auth/layer.ts'
import { type Accounts, password, siteUrl, startAccounts } from './accounts-fixture.ts'

let accounts: Accounts

beforeAll(async () => {
  accounts = await startAccounts()
})

afterAll(() => accounts?.stop())

function backendUrl(pathname: string): string {
  return accounts.backend.url + pathname
}

function separateLayer(): AuthLayer {
  const { databaseUrl, url: apiUrl, outboxDir } = accounts.backend
  const keys = { jwtSecret: 'secret', anonKey: 'anon', serviceKey: 'service' }
  return authLayer({ ...keys, databaseUrl, siteUrl, apiUrl, outboxDir })
}

// First, while nobody has had a password yet.
test('many users can be created at once on a new backend', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => accounts.newUser()))
  expect(new Set(made.map(({ id }) => id)).size).toBe(8)
})

describe('the admin API', () => {
  test('is refused with the anonymous key, with a user’s token and without a key', async () => {
    const { email } = await accounts.newUser()
    const own = await accounts.signedIn(email)
    const token = (await own.auth.getSession()).data.session?.access_token
    expect((await accounts.client().auth.admin.listUsers()).error).toMatchObject({
      status: 403,
      code: 'not_admin',
    })
    const paths = ['GET /admin/users', 'POST /admin/users', 'POST /admin/generate_link', 'POST /invite']
    for (const [method, where] of paths.map((each) => each.split(' '))) {
      const asUser = await fetch(`${accounts.backend.url}/auth/v1${where}`, {
        method,
        headers: { apikey: accounts.backend.anonKey, authorization: `Bearer ${token}` },
      })
      const keyless = await fetch(`${accounts.backend.url}/auth/v1${where}`, { method })
      expect([where, asUser.status, keyless.status]).toEqual([where, 403, 401])
    }
  })

  test('lists users in pages with their total', async () => {
    await accounts.newUser()
    await accounts.newUser()
    const first = await accounts.admin.auth.admin.listUsers({ page: 1, perPage: 1 })
    const second = await accounts.admin.auth.admin.listUsers({ page: 2, perPage: 1 })
    const all = await accounts.admin.auth.admin.listUsers()
    if (first.error || second.error || all.error) throw new Error('The list was refused')
    expect(first.data.users).toHaveLength(1)
    expect(first.data.nextPage).toBe(2)
    expect(first.data.total).toBe(all.data.users.length)
    expect(first.data.users[0]?.id).not.toBe(second.data.users[0]?.id)
  })

  test('changes address, password and given metadata', async () => {
    const { id, email } = await accounts.newUser()
    await accounts.signedIn(email)
    await accounts.admin.auth.admin.updateUserById(id, { user_metadata: { name: 'Old', kept: 1, gone: 2 } })
    const { data, error } = await accounts.admin.auth.admin.updateUserById(id, {
      email: `Changed-${email}`,
      password: 'other-password-3',
      user_metadata: { name: 'New', gone: null },
      app_metadata: { team: 'support' },
    })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toMatchObject({ name: 'New', kept: 1 })
    expect(data.user?.user_metadata).not.toHaveProperty('gone')
    expect(data.user?.app_metadata).toMatchObject({ provider: 'email', team: 'support' })
    const signIn = await accounts.client().auth.signInWithPassword({
      email: `changed-${email}`,
      password: 'other-password-3',
    })
    expect(signIn.error).toBeNull()
    const { data: found } = await accounts.admin.auth.admin.getUserById(id)
    expect(found.user?.identities?.[0]?.identity_data).toMatchObject({ email: `changed-${email}` })
  })

  test('rejects a taken address, a weak password and a malformed body', async () => {
    const { email } = await accounts.newUser()
    expect((await accounts.admin.auth.admin.createUser({ email, password })).error?.code).toBe('email_exists')
    const short = { password: 'a'.repeat(MINIMUM_PASSWORD_LENGTH - 1) }
    const weak = await accounts.admin.auth.admin.createUser({ email: 'weak@demo.test', ...short })
    expect(weak.error?.code).toBe('weak_password')
    const { id } = await accounts.newUser()
    const changed = await accounts.admin.auth.admin.updateUserById(id, short)
    expect(changed.error?.code).toBe('weak_password')
    expect((await accounts.admin.auth.admin.createUser({ email: 'no address' })).error?.status).toBe(400)
  })

  test('deletes a user, unless records reference it', async () => {
    const { id, email } = await accounts.newUser()
    const own = await accounts.signedIn(email)
    await accounts.database.query('insert into public.notes (author) values ($1)', [id])
    expect((await accounts.admin.auth.admin.deleteUser(id)).error?.status).toBe(409)
    await accounts.database.query('delete from public.notes')
    expect((await accounts.admin.auth.admin.deleteUser(id)).error).toBeNull()
    expect((await own.auth.refreshSession()).error).not.toBeNull()
    expect((await accounts.admin.auth.admin.getUserById(id)).error?.code).toBe('user_not_found')
  })

  test('signs a user out everywhere', async () => {
    const { email } = await accounts.newUser()
    const [here, there] = [await accounts.signedIn(email), await accounts.signedIn(email)]
    const token = (await here.auth.getSession()).data.session?.access_token ?? ''
    expect((await accounts.admin.auth.admin.signOut(token, 'global')).error).toBeNull()
    expect((await there.auth.refreshSession()).error).not.toBeNull()
  })
})

describe('a visitor cannot', () => {
  test('sign up', async () => {
    const refused = await accounts.client().auth.signUp({ email: 'new@demo.test', password })
    expect(refused.error?.code).toBe('signup_disabled')
    const otp = await accounts.client().auth.signInWithOtp({ email: 'new@demo.test' })
    expect(otp.error?.code).toBe('otp_disabled')
    const { rows } = await accounts.database.query("select 1 from auth.users where email = 'new@demo.test'")
    expect(rows).toHaveLength(0)
  })

  test('sends no mail that nothing here needs, however often it is asked', async () => {
    const { email } = await accounts.newUser()
    const { data } = await (await accounts.signedIn(email)).auth.getSession()
    const ask = (path: string, method: string, body?: string) =>
      fetch(`${accounts.backend.url}/auth/v1/${path}`, {
        method,
        headers: {
          apikey: accounts.backend.anonKey,
          authorization: `Bearer ${data.session?.access_token}`,
          'content-type': 'application/json',
        },
        body,
      })
    for (const method of ['GET', 'HEAD']) expect((await ask('reauthenticate', method)).status).toBe(404)
    expect((await ask('resend', 'POST', JSON.stringify({ type: 'email_change', email }))).status).toBe(404)
    expect(await accounts.mailsTo(email)).toBe(0)
  })

  test('bypass the checks with another spelling of a path', async () => {
    const layer = separateLayer()
    const spellings = ['/auth/v1/magiclink', '/auth/v1/%73ignup', '/%61uth/v1/signup', '/auth/v1/signup/']
    for (const spelling of spellings) {
      const request = new Request(backendUrl(spelling), { method: 'POST', body: '{}' })
      const response = await layer.handle(request, '192.0.2.1', async () => Response.json({}))
      expect([spelling, response.ok]).toEqual([spelling, false])
    }
    await layer.close()
  })
})

describe('the local mail outbox', () => {
  test('keeps emails in files that only their owner can read, and lists them in the API', async () => {
    await accounts.admin.auth.admin.inviteUserByEmail('files@demo.test')
    for (const file of await readdir(accounts.backend.outboxDir)) {
      expect((await stat(path.join(accounts.backend.outboxDir, file))).mode & 0o777).toBe(0o600)
    }
    const mails = await (await fetch(`${accounts.backend.url}/outbox?format=json`)).json()
    expect(mails).toEqual([await accounts.mailTo('files@demo.test')])
    const page = await (await fetch(`${accounts.backend.url}/outbox`)).text()
    expect(page).toContain('files@demo.test')
  })

  test('takes a mail of the server with large files', async () => {
    const { url, serviceKey, outboxDir } = accounts.backend
    const before = await readdir(outboxDir)
    const answer = await fetch(`${url}/outbox`, {
      method: 'POST',
      headers: { authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        to: 'large@demo.test',
        subject: 'A long message',
        text: 'It is attached.',
        attachments: [{ filename: 'message.wav', content: Buffer.alloc(30_000_000).toString('base64') }],
      }),
    })
    expect(answer.status).toBe(204)
    const added = (await readdir(outboxDir)).filter((name) => !before.includes(name))
    const sizes = await Promise.all(added.map(async (name) => (await stat(path.join(outboxDir, name))).size))
    expect(Math.max(...sizes)).toBeGreaterThanOrEqual(30_000_000)
    await Promise.all(added.map((name) => rm(path.join(outboxDir, name), { recursive: true })))
  })
})

test('a browser on another port may call it with the client’s headers', async () => {
  const asked = 'apikey,authorization,content-type,x-client-info,x-supabase-api-version'
  const preflight = await fetch(`${accounts.backend.url}/auth/v1/token?grant_type=password`, {
    method: 'OPTIONS',
    headers: {
      origin: siteUrl,
      'access-control-request-method': 'POST',
      'access-control-request-headers': asked,
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toBe(asked)
  const answer = await fetch(`${accounts.backend.url}/auth/v1/settings`, {
    headers: { apikey: accounts.backend.anonKey },
  })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
})
