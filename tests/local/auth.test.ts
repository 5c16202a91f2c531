import type { SupabaseClient, User } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINIMUM_PASSWORD_LENGTH } from '@/lib/session/password-length'
import { type Accounts, password, siteUrl, startAccounts } from './accounts-fixture.ts'

let accounts: Accounts

beforeAll(async () => {
  accounts = await startAccounts()
})

afterAll(() => accounts?.stop())

/** How often something that works once is done at the same time. */
const TABS = Array.from({ length: 8 }, (_, n) => n)

const post = (path: string, body: object) =>
  fetch(`${accounts.backend.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: accounts.backend.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function follow(link: string): Promise<URL> {
  const response = await fetch(link, { redirect: 'manual' })
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '')
}

async function askForRecovery(email: string, redirectTo = `${siteUrl}/reset`): Promise<SupabaseClient> {
  const own = accounts.client(accounts.backend.anonKey, { flowType: 'pkce' })
  const { error } = await own.auth.resetPasswordForEmail(email, { redirectTo })
  expect(error).toBeNull()
  return own
}

function expireLinks(email: string, age = '61 minutes'): Promise<unknown> {
  return accounts.database.query(
    'update auth.users set recovery_sent_at = now() - $2::interval, confirmation_sent_at = now() - $2::interval where email = $1',
    [email, age],
  )
}

async function sessionCount(userId: string): Promise<number> {
  const { rows } = await accounts.database.query('select 1 from auth.sessions where user_id = $1', [userId])
  return rows.length
}

describe('an invitation', () => {
  test('is verified by its link, and signs in with the chosen password', async () => {
    const { error } = await accounts.admin.auth.admin.inviteUserByEmail('invited@demo.test', {
      data: { full_name: 'Invited Person' },
      redirectTo: `${siteUrl}/welcome`,
    })
    expect(error).toBeNull()
    const arrived = await follow(await accounts.linkTo('invited@demo.test'))
    expect(`${arrived.origin}${arrived.pathname}`).toBe(`${siteUrl}/welcome`)
    const session = new URLSearchParams(arrived.hash.slice(1))
    const own = accounts.client()
    const set = await own.auth.setSession({
      access_token: session.get('access_token') ?? '',
      refresh_token: session.get('refresh_token') ?? '',
    })
    expect(set.data.user?.user_metadata).toMatchObject({ full_name: 'Invited Person' })
    expect((await own.auth.updateUser({ password })).error).toBeNull()
    const { data } = await accounts.client().auth.signInWithPassword({ email: 'invited@demo.test', password })
    expect(data.user?.email).toBe('invited@demo.test')
  })

  test('can be verified by its token hash', async () => {
    const { data } = await accounts.admin.auth.admin.generateLink({ type: 'invite', email: 'hash@demo.test' })
    const hash = data.properties?.hashed_token ?? ''
    const { data: verified, error } = await accounts
      .client()
      .auth.verifyOtp({ token_hash: hash, type: 'invite' })
    expect(error).toBeNull()
    expect(verified.session?.user.email).toBe('hash@demo.test')
  })

  test('gives one session, however many tabs follow its link at once', async () => {
    const email = 'tabs@demo.test'
    const { data } = await accounts.admin.auth.admin.inviteUserByEmail(email)
    const link = await accounts.linkTo(email)
    const arrived = await Promise.all(TABS.map(() => follow(link)))
    const codes = arrived.map(({ hash }) => new URLSearchParams(hash.slice(1)).get('error_code'))
    expect(codes.sort()).toEqual([null, ...TABS.slice(1).map(() => 'otp_expired')].sort())
    expect(await sessionCount(data.user?.id ?? '')).toBe(1)
  })

  test('is rejected for a user who already has an account', async () => {
    const { email } = await accounts.newUser()
    const { error } = await accounts.admin.auth.admin.inviteUserByEmail(email)
    expect(error?.code).toBe('email_exists')
  })

  test('names the inviter and the organization', async () => {
    await accounts.admin.auth.admin.inviteUserByEmail('named@demo.test', {
      data: { product: 'Trunkline', invited_by: 'Front <Desk>' },
    })
    const mail = await accounts.mailTo('named@demo.test')
    expect(mail.subject).toBe('Invitation to Trunkline')
    expect(mail.text).toContain('Front <Desk> invites you to Trunkline.')
    expect(mail.text).toContain('for one day')
    expect(mail.html).toContain('Front &lt;Desk&gt; invites you')
  })

  test('is valid for a day', async () => {
    await accounts.admin.auth.admin.inviteUserByEmail('late@demo.test')
    await expireLinks('late@demo.test')
    const link = await accounts.linkTo('late@demo.test')
    expect((await follow(link)).hash).toContain('access_token=')
    await accounts.admin.auth.admin.inviteUserByEmail('later@demo.test')
    await expireLinks('later@demo.test', '25 hours')
    const arrived = await follow(await accounts.linkTo('later@demo.test'))
    expect(arrived.hash).toContain('error_code=otp_expired')
  })

  test('is the only link valid that long: others expire after an hour', async () => {
    const { email } = await accounts.newUser()
    const { data } = await accounts.admin.auth.admin.generateLink({ type: 'magiclink', email })
    await expireLinks(email)
    const verified = await accounts
      .client()
      .auth.verifyOtp({ token_hash: data.properties?.hashed_token ?? '', type: 'magiclink' })
    expect(verified.error?.code).toBe('otp_expired')
  })
})

test('an emailed link leads to a page of the site, which is not the address that uses it up', async () => {
  const { email } = await accounts.newUser()
  await askForRecovery(email)
  await accounts.admin.auth.admin.inviteUserByEmail('scanned@demo.test')
  for (const [to, type] of [
    [email, 'recovery'],
    ['scanned@demo.test', 'invite'],
  ] as const) {
    const { link, text, html } = await accounts.mailTo(to)
    expect(link).toMatch(`${siteUrl}/reset-password?token=`)
    expect(new URL(link).searchParams.get('type')).toBe(type)
    expect(text + html).not.toContain(accounts.backend.url)
  }
})

describe('password recovery with PKCE', () => {
  test('ends in a session that sets a new password, after which the old one is rejected', async () => {
    const { email } = await accounts.newUser()
    const own = await askForRecovery(email)
    const arrived = await follow(await accounts.linkTo(email))
    expect(`${arrived.origin}${arrived.pathname}`).toBe(`${siteUrl}/reset`)
    const { data, error } = await own.auth.exchangeCodeForSession(arrived.searchParams.get('code') ?? '')
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    expect((await own.auth.updateUser({ password: 'second-password-2' })).error).toBeNull()
    const old = await accounts.client().auth.signInWithPassword({ email, password })
    expect(old.error?.code).toBe('invalid_credentials')
    const fresh = await accounts.client().auth.signInWithPassword({ email, password: 'second-password-2' })
    expect(fresh.error).toBeNull()
  })

  test('gives a session that can be refreshed and signed out', async () => {
    const { email } = await accounts.newUser()
    const own = await askForRecovery(email)
    const arrived = await follow(await accounts.linkTo(email))
    await own.auth.exchangeCodeForSession(arrived.searchParams.get('code') ?? '')
    const { data, error } = await own.auth.refreshSession()
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    expect((await own.auth.signOut()).error).toBeNull()
  })

  test('sends a link and a code that work once each', async () => {
    const { email } = await accounts.newUser()
    const own = await askForRecovery(email)
    const link = await accounts.linkTo(email)
    const code = (await follow(link)).searchParams.get('code') ?? ''
    const again = await follow(link)
    expect(again.searchParams.get('code')).toBeNull()
    expect(again.searchParams.get('error_code')).toBe('otp_expired')
    const verifier = await own.auth.exchangeCodeForSession(code)
    expect(verifier.error).toBeNull()
    const reused = await fetch(`${accounts.backend.url}/auth/v1/token?grant_type=pkce`, {
      method: 'POST',
      headers: { apikey: accounts.backend.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ auth_code: code, code_verifier: 'a'.repeat(43) }),
    })
    expect(reused.status).toBe(404)
  })

  test('gives one session for a link and a code used in many tabs at once', async () => {
    const { id, email } = await accounts.newUser()
    const verifier = 'v'.repeat(43)
    const challenge = { code_challenge: verifier, code_challenge_method: 'plain' }
    expect((await post('recover', { email, ...challenge })).status).toBe(200)
    const link = await accounts.linkTo(email)
    const arrived = await Promise.all(TABS.map(() => follow(link)))
    const codes = arrived.flatMap(({ searchParams }) => searchParams.get('code') ?? [])
    expect(codes).toHaveLength(1)
    const exchange = { auth_code: codes[0], code_verifier: verifier }
    const answers = await Promise.all(TABS.map(() => post('token?grant_type=pkce', exchange)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...TABS.slice(1).map(() => 404)])
    expect(await sessionCount(id)).toBe(1)
  })

  test('gives no session for the code without its verifier', async () => {
    const { email } = await accounts.newUser()
    await askForRecovery(email)
    const code = (await follow(await accounts.linkTo(email))).searchParams.get('code') ?? ''
    const thief = await fetch(`${accounts.backend.url}/auth/v1/token?grant_type=pkce`, {
      method: 'POST',
      headers: { apikey: accounts.backend.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ auth_code: code, code_verifier: 'a'.repeat(43) }),
    })
    expect(await thief.json()).toMatchObject({ error_code: 'bad_code_verifier' })
  })

  test('sends a link that expires after an hour', async () => {
    const { email } = await accounts.newUser()
    await askForRecovery(email)
    await expireLinks(email)
    const arrived = await follow(await accounts.linkTo(email))
    expect(arrived.searchParams.get('error_code')).toBe('otp_expired')
  })

  test('gives a code that expires after five minutes', async () => {
    const { id, email } = await accounts.newUser()
    const own = await askForRecovery(email)
    const code = (await follow(await accounts.linkTo(email))).searchParams.get('code') ?? ''
    await accounts.database.query(
      "update auth.flow_state set created_at = now() - interval '6 minutes' where user_id = $1",
      [id],
    )
    const { error } = await own.auth.exchangeCodeForSession(code)
    expect(error?.code).toBe('flow_state_expired')
  })

  test('does not redirect to another site', async () => {
    const { email } = await accounts.newUser()
    await askForRecovery(email, 'https://elsewhere.test/reset')
    const link = await accounts.linkTo(email)
    const forged = new URL(link)
    forged.searchParams.set('redirect_to', 'https://elsewhere.test/reset')
    const arrived = await follow(forged.href)
    expect(link).not.toContain('elsewhere.test')
    expect(arrived.origin).toBe(siteUrl)
  })

  test('answers the same for an unknown address, and sends nothing', async () => {
    const { email } = await accounts.newUser()
    const ask = async (address: string) => {
      const response = await fetch(`${accounts.backend.url}/auth/v1/recover`, {
        method: 'POST',
        headers: { apikey: accounts.backend.anonKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email: address }),
      })
      return { status: response.status, body: await response.text() }
    }
    expect(await ask('nobody@demo.test')).toEqual(await ask(email))
    const [known, unknown] = [await ask(email), await ask('nobody@demo.test')]
    expect(known.status).toBe(429)
    expect(unknown.status).toBe(429)
    expect(known.body).toContain('over_email_send_rate_limit')
    expect(unknown.body).toContain('over_email_send_rate_limit')
    await accounts.mailTo(email)
    expect(await accounts.mailsTo('nobody@demo.test')).toBe(0)
  })

  test('ends other sessions when the new password is set', async () => {
    const { email } = await accounts.newUser()
    const elsewhere = await accounts.signedIn(email)
    const own = await askForRecovery(email)
    const code = (await follow(await accounts.linkTo(email))).searchParams.get('code') ?? ''
    await own.auth.exchangeCodeForSession(code)
    await own.auth.updateUser({ password: 'second-password-2' })
    expect((await elsewhere.auth.refreshSession()).error).not.toBeNull()
    expect((await own.auth.getUser()).data.user?.email).toBe(email)
  })
})

test('a signed-in user cannot choose a password shorter than the form allows', async () => {
  const { email } = await accounts.newUser()
  const own = await accounts.signedIn(email)
  const short = await own.auth.updateUser({ password: 'a'.repeat(MINIMUM_PASSWORD_LENGTH - 1) })
  expect(short.error?.code).toBe('weak_password')
  const allowed = await own.auth.updateUser({ password: 'a'.repeat(MINIMUM_PASSWORD_LENGTH) })
  expect(allowed.error).toBeNull()
})

describe('a rejected sign-in', () => {
  test('takes as long for an unknown address', async () => {
    const { email } = await accounts.newUser()
    const refusal = async (address: string) => {
      const begun = performance.now()
      const { error } = await accounts.client().auth.signInWithPassword({ email: address, password: 'no' })
      return { code: error?.code, longEnough: performance.now() - begun >= 490 }
    }
    const refused = { code: 'invalid_credentials', longEnough: true }
    expect(await refusal('nobody-here@demo.test')).toEqual(refused)
    expect(await refusal(email)).toEqual(refused)
  })
})

describe('the signed-in user', () => {
  test('is the one that a change of the profile answers with', async () => {
    const { email } = await accounts.newUser()
    const own = await accounts.signedIn(email)
    await own.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    const changed = (await own.auth.updateUser({ data: { color: 'teal' } })).data.user
    const read = (await own.auth.getUser()).data.user
    const facts = ({ id, aud, role, app_metadata, user_metadata, factors, identities }: User) => ({
      ...{ id, aud, role, app_metadata, user_metadata, factors },
      identities: identities?.map(({ identity_id, provider, user_id }) => ({
        identity_id,
        provider,
        user_id,
      })),
    })
    expect(read && facts(read)).toEqual(changed && facts(changed))
    expect(read).toMatchObject({
      email,
      user_metadata: { color: 'teal' },
      factors: [{ friendly_name: 'Phone' }],
    })
  })

  test('answers HEAD like GET, without the body', async () => {
    const { email } = await accounts.newUser()
    const { data } = await (await accounts.signedIn(email)).auth.getSession()
    const ask = async (token: string | undefined) => {
      const headers = { apikey: accounts.backend.anonKey, authorization: `Bearer ${token}` }
      const answer = await fetch(`${accounts.backend.url}/auth/v1/user`, { method: 'HEAD', headers })
      return { status: answer.status, body: await answer.text() }
    }
    expect(await ask(data.session?.access_token)).toEqual({ status: 200, body: '' })
    expect((await ask('forged')).status).toBeGreaterThanOrEqual(401)
    expect((await ask(accounts.backend.anonKey)).status).toBeLessThan(500)
  })

  test('is refused once the session is over its time limit', async () => {
    const { id, email } = await accounts.newUser()
    const own = await accounts.signedIn(email)
    const token = (await own.auth.getSession()).data.session?.access_token
    const ask = async (headers: Record<string, string>) => {
      const answer = await fetch(`${accounts.backend.url}/auth/v1/user`, { headers })
      const { email, error_code } = await answer.json()
      return [answer.status, email ?? error_code, answer.headers.get('cache-control')]
    }
    const signedIn = { apikey: accounts.backend.anonKey, authorization: `Bearer ${token}` }
    // Twice: the first answer remembers the token.
    expect(await ask(signedIn)).toEqual([200, email, 'no-store'])
    expect(await ask(signedIn)).toEqual([200, email, 'no-store'])
    expect(await ask({ ...signedIn, authorization: `Bearer ${token}x` })).not.toContain(email)
    await accounts.database.query('update auth.sessions set not_after = now() where user_id = $1', [id])
    expect(await ask(signedIn)).toEqual([403, 'session_not_found', 'no-store'])
    expect((await own.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  })
})

describe('a ban', () => {
  test('ends sessions at once and blocks the password until it is lifted', async () => {
    const { id, email } = await accounts.newUser()
    const own = await accounts.signedIn(email)
    const token = (await own.auth.getSession()).data.session?.access_token ?? ''
    const banned = await accounts.admin.auth.admin.updateUserById(id, { ban_duration: '24h' })
    expect(Date.parse(banned.data.user?.banned_until ?? '')).toBeGreaterThan(Date.now())
    expect(await sessionCount(id)).toBe(0)
    expect((await own.auth.getUser(token)).data.user).toBeNull()
    expect((await own.auth.refreshSession()).data.session).toBeNull()
    const refused = await accounts.client().auth.signInWithPassword({ email, password })
    expect(refused.error).toMatchObject({ status: 400, code: 'user_banned' })
    const wrong = await accounts.client().auth.signInWithPassword({ email, password: 'not-the-password' })
    expect(wrong.error?.code).toBe('invalid_credentials')
    await accounts.admin.auth.admin.updateUserById(id, { ban_duration: 'none' })
    expect((await accounts.client().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test('written directly to the database applies as well', async () => {
    const ban = "update auth.users set banned_until = now() + interval '1 day' where id = $1"
    const [reader, refresher] = [await accounts.newUser(), await accounts.newUser()]
    const reading = await accounts.signedIn(reader.email)
    const refreshing = await accounts.signedIn(refresher.email)
    await accounts.database.query(ban, [reader.id])
    await accounts.database.query(ban, [refresher.id])
    expect((await reading.auth.getUser()).data.user).toBeNull()
    expect((await refreshing.auth.refreshSession()).error?.code).toBe('user_banned')
    expect([await sessionCount(reader.id), await sessionCount(refresher.id)]).toEqual([0, 0])
  })

  test('invalidates emailed links', async () => {
    const { id, email } = await accounts.newUser()
    await askForRecovery(email)
    await accounts.admin.auth.admin.updateUserById(id, { ban_duration: '1h30m' })
    const arrived = await follow(await accounts.linkTo(email))
    expect(arrived.searchParams.get('error_code')).toBe('user_banned')
  })
})
