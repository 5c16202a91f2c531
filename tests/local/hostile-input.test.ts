import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOSTILE_PARTS, hostileBodies } from '../support/hostile-input.ts'
import { type Accounts, password, startAccounts } from './accounts-fixture.ts'

/** A request to the auth API as the clients send it; `as` is whose token it has. */
interface Asked {
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body: unknown
  as?: 'user' | 'service'
}

const email = 'nobody@demo.test'
const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }
const meta = { gotrue_meta_security: { captcha_token: 'x' } }

const REQUESTS: readonly Asked[] = [
  { method: 'POST', path: 'token?grant_type=password', body: { email, password, phone: '1', ...meta } },
  { method: 'POST', path: 'token?grant_type=refresh_token', body: { refresh_token: 'x' } },
  { method: 'POST', path: 'token?grant_type=pkce', body: { auth_code: 'x', code_verifier: 'x' } },
  { method: 'POST', path: 'token?grant_type=id_token', body: { provider: 'x', id_token: 'x', nonce: 'x' } },
  { method: 'POST', path: 'token', body: { grant_type: 'password', email, password } },
  // Refused whatever it says, as are otp, magiclink and resend.
  { method: 'POST', path: 'signup', body: { email, password } },
  { method: 'POST', path: 'recover', body: { email, ...meta, ...challenge } },
  { method: 'POST', path: 'verify', body: { type: 'recovery', token_hash: 'x', token: 'x', email } },
  { method: 'POST', path: 'logout?scope=others', body: { scope: 'others' }, as: 'user' },
  {
    method: 'PUT',
    path: 'user',
    body: {
      data: { name: 'x' },
      phone: 'x',
      nonce: 'x',
      ...challenge,
    },
    as: 'user',
  },
  { method: 'PUT', path: 'user', body: { password, current_password: password }, as: 'user' },
  {
    method: 'POST',
    path: 'factors',
    body: { factor_type: 'totp', friendly_name: 'x', issuer: 'x' },
    as: 'user',
  },
  { method: 'POST', path: 'factors/FACTOR/challenge', body: { channel: 'x' }, as: 'user' },
  { method: 'POST', path: 'factors/FACTOR/verify', body: { challenge_id: 'x', code: '123456' }, as: 'user' },
  { method: 'DELETE', path: 'factors/FACTOR', body: {}, as: 'user' },
  { method: 'POST', path: 'invite', body: { email, data: { product: 'x', invited_by: 'x' } }, as: 'service' },
  {
    method: 'POST',
    path: 'admin/users',
    body: {
      id: randomUUID(),
      email,
      password,
      email_confirm: true,
      ban_duration: '1h',
      user_metadata: { name: 'x' },
      app_metadata: { name: 'x' },
    },
    as: 'service',
  },
  {
    method: 'PUT',
    path: 'admin/users/USER',
    body: { email, password, email_confirm: true, ban_duration: 'none', user_metadata: {}, app_metadata: {} },
    as: 'service',
  },
  {
    method: 'DELETE',
    path: 'admin/users/USER',
    body: { should_soft_delete: false },
    as: 'service',
  },
  {
    method: 'POST',
    path: 'admin/generate_link',
    body: { type: 'recovery', email, redirect_to: 'x', data: {} },
    as: 'service',
  },
]

let accounts: Accounts
beforeAll(async () => {
  // Each request comes from an address of its own, because wrong passwords delay the next attempt.
  accounts = await startAccounts({ isTrustedProxy: () => true })
})
afterAll(() => accounts?.stop())

let count = 0

/** The token that a request needs, and what is in its path, of a new user: some requests end the session or change the user. */
async function callerOf({ as, path }: Pick<Asked, 'as' | 'path'>): Promise<{ token: string; path: string }> {
  if (!as) return { token: accounts.backend.anonKey, path }
  const { id, email: own } = await accounts.newUser()
  if (as === 'service') return { token: accounts.backend.serviceKey, path: path.replace('USER', id) }
  const { auth } = await accounts.signedIn(own)
  const factor = path.includes('FACTOR') ? (await auth.mfa.enroll({ factorType: 'totp' })).data : null
  const { data } = await auth.getSession()
  return { token: data.session?.access_token ?? '', path: path.replace('FACTOR', factor?.id ?? '') }
}

async function send(method: string, path: string, token: string, body?: string) {
  count += 1
  const answer = await fetch(`${accounts.backend.url}/auth/v1/${path}`, {
    method,
    body,
    redirect: 'manual',
    headers: {
      apikey: accounts.backend.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-forwarded-for': `2001:db8:${(count >> 16).toString(16)}:${(count & 0xffff).toString(16)}::1`,
    },
  })
  return { status: answer.status, text: await answer.text() }
}

test.each(REQUESTS)(
  '$method /auth/v1/$path answers whatever it is sent, with a refusal if it cannot be stored',
  async (asked) => {
    const { token, path } = await callerOf(asked)
    const failures: string[] = []
    const sent = hostileBodies(asked.body)[Symbol.iterator]()
    const sender = async () => {
      for (const { what, body, isUnstorable } of sent) {
        const { status, text } = await send(asked.method, path, token, body)
        if (status >= 500) failures.push(`${what}: ${status} ${text}`)
        if (!isUnstorable) continue
        expect(status, what).toBe(400)
        expect(JSON.parse(text), what).toMatchObject({ msg: expect.stringMatching(/\w+ \w+/) })
      }
    }
    await Promise.all(Array.from({ length: 10 }, sender))
    expect(failures).toEqual([])
  },
)

test.each([
  'verify?token=PART&type=recovery',
  'verify?token=x&type=PART',
  'verify?token=pkce_PART&type=recovery&redirect_to=PART',
  'user?PART=PART',
  'admin/users?page=PART&per_page=PART',
  'admin/users/PART',
  'factors/PART',
  'authorize?provider=PART&redirect_to=PART',
  'PART',
])('GET /auth/v1/%s answers whatever is in its URL', async (path) => {
  for (const part of HOSTILE_PARTS) {
    const { status, text } = await send('GET', path.replaceAll('PART', part), accounts.backend.serviceKey)
    expect(status, `${part.slice(0, 50)}: ${text}`).toBeLessThan(500)
  }
})
