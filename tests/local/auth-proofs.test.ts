import { randomBytes } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { followedLink, type Proof, provedPassword } from '@/local/auth/proofs.ts'
import { type Accounts, password, siteUrl, startAccounts } from './accounts-fixture'

let accounts: Accounts
beforeAll(async () => {
  accounts = await startAccounts()
})
afterAll(() => accounts?.stop())

interface Claims {
  session_id?: string
  aal?: string
  amr?: Proof[]
}

async function claimsOf(client: SupabaseClient): Promise<Claims> {
  const { data } = await client.auth.getSession()
  return decodeJwt<Claims>(data.session?.access_token ?? '')
}

/** Moves what a session proved into the past. */
async function age(claims: Claims, minutes: number): Promise<void> {
  await accounts.database.query(
    `update auth.mfa_amr_claims set updated_at = now() - make_interval(mins => $2) where session_id = $1`,
    [claims.session_id, minutes],
  )
}

/** A session whose password was typed that many minutes ago. */
async function agedSession(minutes: number): Promise<{ email: string; client: SupabaseClient }> {
  const { email } = await accounts.newUser()
  const client = await accounts.signedIn(email)
  await age(await claimsOf(client), minutes)
  const { error } = await client.auth.refreshSession()
  if (error) throw error
  return { email, client }
}

const seconds = () => Math.floor(Date.now() / 1000)

describe('an access token', () => {
  test('records the password sign-in and its time, and keeps both through refreshes', async () => {
    const { email } = await accounts.newUser()
    const client = await accounts.signedIn(email)
    const first = await claimsOf(client)
    expect(first).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
    expect(Math.abs((first.amr?.[0]?.timestamp ?? 0) - seconds())).toBeLessThan(60)

    await age(first, 30)
    const { data } = await client.auth.refreshSession()
    const refreshed = decodeJwt<Claims>(data.session?.access_token ?? '')
    expect(refreshed.session_id).toBe(first.session_id)
    expect(refreshed.amr).toHaveLength(1)
    expect(Math.abs((refreshed.amr?.[0]?.timestamp ?? 0) - (seconds() - 1800))).toBeLessThan(60)
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
  })

  test('can be refreshed concurrently, with the same session for everyone', async () => {
    const { email } = await accounts.newUser()
    const { data } = await (await accounts.signedIn(email)).auth.getSession()
    const refresh_token = data.session?.refresh_token ?? ''
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => accounts.client().auth.refreshSession({ refresh_token })),
    )
    expect(answers.map(({ error }) => error)).toEqual(Array(8).fill(null))
    expect(new Set(answers.map(({ data: { session } }) => session?.refresh_token)).size).toBe(1)
  })

  test('proves a recent sign-in for its own session only', async () => {
    const { email } = await accounts.newUser()
    const old = await accounts.signedIn(email)
    await age(await claimsOf(old), 30)
    await accounts.signedIn(email)
    await old.auth.refreshSession()
    expect(provedPassword((await claimsOf(old)).amr ?? [])).toBe(false)
  })

  test('from an emailed link records recovery for a code and otp for a token', async () => {
    const { email } = await accounts.newUser()
    const browser = accounts.client(undefined, { flowType: 'pkce' })
    await browser.auth.resetPasswordForEmail(email, { redirectTo: `${siteUrl}/reset-password` })
    const followed = await fetch(await accounts.linkTo(email), { redirect: 'manual' })
    const code = new URL(followed.headers.get('location') ?? '').searchParams.get('code') ?? ''
    expect((await browser.auth.exchangeCodeForSession(code)).error).toBeNull()
    expect((await claimsOf(browser)).amr).toMatchObject([{ method: 'recovery' }])

    const { data } = await accounts.admin.auth.admin.generateLink({
      type: 'invite',
      email: `invited-${randomBytes(4).toString('hex')}@demo.test`,
    })
    const invited = accounts.client()
    const token_hash = data.properties?.hashed_token ?? ''
    expect((await invited.auth.verifyOtp({ type: 'invite', token_hash })).error).toBeNull()
    expect((await claimsOf(invited)).amr).toMatchObject([{ method: 'otp' }])
  })

  test('from an implicit link is in the fragment', async () => {
    const { email } = await accounts.newUser()
    const { data } = await accounts.admin.auth.admin.generateLink({ type: 'recovery', email })
    const followed = await fetch(data.properties?.action_link ?? '', { redirect: 'manual' })
    const fragment = new URLSearchParams(new URL(followed.headers.get('location') ?? '').hash.slice(1))
    expect(decodeJwt<Claims>(fragment.get('access_token') ?? '').amr).toMatchObject([{ method: 'otp' }])
  })
})

describe('setting a new password', () => {
  const changed = 'second-password-2'

  async function mayEnter(email: string, wanted: string): Promise<boolean> {
    return !(await accounts.client().auth.signInWithPassword({ email, password: wanted })).error
  }

  test('works within ten minutes of signing in', async () => {
    const { email, client } = await agedSession(9)
    expect((await client.auth.updateUser({ password: changed })).error).toBeNull()
    expect(await mayEnter(email, changed)).toBe(true)
  })

  test('needs the current one after that, however often the session was refreshed', async () => {
    const { email, client } = await agedSession(11)
    const without = await client.auth.updateUser({ password: changed })
    expect(without.error?.code).toBe('current_password_required')
    const wrong = await client.auth.updateUser({ password: changed, current_password: 'not-it-at-all' })
    expect(wrong.error?.code).toBe('current_password_invalid')
    expect(await mayEnter(email, changed)).toBe(false)
    const right = await client.auth.updateUser({ password: changed, current_password: password })
    expect(right.error).toBeNull()
    expect(await mayEnter(email, changed)).toBe(true)
  })

  test('takes one that was chosen before for the current one', async () => {
    const { email, client } = await agedSession(0)
    expect((await client.auth.updateUser({ password: changed })).error).toBeNull()
    await age(await claimsOf(client), 11)
    await client.auth.refreshSession()
    const again = await client.auth.updateUser({
      password: 'third-password-3',
      current_password: changed,
    })
    expect(again.error).toBeNull()
    expect(await mayEnter(email, 'third-password-3')).toBe(true)
  })

  test('is refused with a wrong current one, even just after signing in', async () => {
    const { email, client } = await agedSession(0)
    const wrong = await client.auth.updateUser({ password: changed, current_password: 'not-it-at-all' })
    expect(wrong.error?.code).toBe('current_password_invalid')
    expect(await mayEnter(email, changed)).toBe(false)
  })

  test.each(['refresh_token', 'password'])(
    'still needs it after a request that seems to be of another kind than %s',
    async (kind) => {
      const { email, client } = await agedSession(11)
      const { data } = await client.auth.getSession()
      const answer = await fetch(
        `${accounts.backend.url}/auth/v1/token?grant%5Ftype=pkce&grant_type=${kind}`,
        {
          method: 'POST',
          headers: { apikey: accounts.backend.anonKey, 'content-type': 'application/json' },
          body: JSON.stringify({ email, password, refresh_token: data.session?.refresh_token }),
        },
      )
      expect(answer.status).toBe(400)
      const { rows } = await accounts.database.query(
        `select c.authentication_method from auth.mfa_amr_claims c join auth.sessions s on s.id = c.session_id
         join auth.users u on u.id = s.user_id where u.email = $1`,
        [email],
      )
      expect(rows).toEqual([{ authentication_method: 'password' }])
      expect((await client.auth.updateUser({ password: changed })).error?.code).toBe(
        'current_password_required',
      )
      expect(await mayEnter(email, changed)).toBe(false)
    },
  )

  test('does not allow guessing the current one', async () => {
    const { client } = await agedSession(11)
    for (let tries = 0; tries < 10; tries++) {
      await client.auth.updateUser({ password: changed, current_password: `guess-${tries}` })
    }
    const late = await client.auth.updateUser({ password: changed, current_password: password })
    expect(late.error?.status).toBe(429)
  })

  test('works within an hour of an emailed link, without the old one', async () => {
    const { email } = await accounts.newUser()
    for (const [minutes, code] of [
      [50, undefined],
      [61, 'current_password_required'],
    ] as const) {
      const { data } = await accounts.admin.auth.admin.generateLink({ type: 'recovery', email })
      const client = accounts.client()
      const token_hash = data.properties?.hashed_token ?? ''
      expect((await client.auth.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull()
      await age(await claimsOf(client), minutes)
      await client.auth.refreshSession()
      const { error } = await client.auth.updateUser({ password: `${changed}-${minutes}` })
      expect(error?.code).toBe(code)
    }
  })
})

test('nobody changes the address that they sign in with, as a mailed link would then reach somebody else', async () => {
  const { email } = await accounts.newUser()
  const client = await accounts.signedIn(email)
  const address = `elsewhere-${randomBytes(4).toString('hex')}@demo.test`
  for (const also of [{}, { password: 'second-password-2' }, { current_password: password }]) {
    expect((await client.auth.updateUser({ email: address, ...also })).error?.status).toBe(422)
  }
  const { rows } = await accounts.database.query('select email_change from auth.users where email = $1', [
    email,
  ])
  expect(rows).toEqual([{ email_change: null }])
  await expect(accounts.signedIn(email)).resolves.toBeDefined()
})

test('only a password or an unexpired link proves a sign-in', () => {
  const now = 1_800_000_000_000
  const at = (method: string, ago: number): Proof => ({ method, timestamp: now / 1000 - ago })
  expect(provedPassword([at('password', 599)], now)).toBe(true)
  expect(provedPassword([at('password', 600)], now)).toBe(false)
  expect(provedPassword([at('totp', 1)], now)).toBe(false)
  expect(provedPassword([at('otp', 1), at('recovery', 1), at('token_refresh', 1)], now)).toBe(false)
  expect(followedLink([at('recovery', 3599)], now)).toBe(true)
  expect(followedLink([at('recovery', 3600), at('token_refresh', 1), at('password', 1)], now)).toBe(false)
})
