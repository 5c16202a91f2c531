import { once } from 'node:events'
import { request } from 'node:http'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SignInGuard } from '@/local/auth/sign-in-guard.ts'
import { loadSecrets } from '@/local/keys.ts'
import { type Accounts, password, startAccounts } from './accounts-fixture.ts'
import { accessToken } from './accounts.ts'

const account = 'someone@demo.test'
const home = '192.0.2.1'

describe('the sign-in guard', () => {
  test('allows five wrong passwords, then doubles the wait for each next try, up to 30 seconds', () => {
    let now = 0
    const guard = new SignInGuard(() => now)
    const waits: number[] = []
    for (let tries = 0; tries < 13; tries++) {
      const { waitMs } = guard.attempt(account, home)
      waits.push(waitMs)
      now += waitMs
      if (waitMs > 0) expect(guard.attempt(account, home).waitMs).toBe(0)
    }
    expect(waits).toEqual([0, 0, 0, 0, 0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  })

  test('resets after a correct password, and after 15 minutes', () => {
    let now = 0
    const guard = new SignInGuard(() => now)
    for (let tries = 0; tries < 4; tries++) guard.attempt(account, home)
    guard.attempt(account, home).succeeded()
    for (let tries = 0; tries < 5; tries++) expect(guard.attempt(account, home).waitMs).toBe(0)
    expect(guard.attempt(account, home).waitMs).toBe(1000)
    now += 15 * 60_000
    expect(guard.attempt(account, home).waitMs).toBe(0)
  })

  test('limits guesses at one account from any number of addresses', () => {
    const guard = new SignInGuard(() => 0)
    const free = Array.from({ length: 100 }, (_, n) => guard.attempt(account, `198.51.100.${n}`).waitMs)
    expect(free.filter((wait) => wait === 0)).toHaveLength(20)
    expect(Math.max(...free)).toBe(30_000)
  })

  test('counts the addresses of an IPv6 network as one, whichever the client uses', () => {
    const guard = new SignInGuard(() => 0)
    const waits = Array.from(
      { length: 40 },
      (_, n) => guard.attempt(`${n}@demo.test`, `2001:db8:0:7:${n}::${n}`).waitMs,
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(30)
    expect(guard.attempt(account, '2001:db8:0:8::1').waitMs).toBe(0)
  })

  test('delays no user at an address where they signed in before, whatever others guess', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3), fc.ipV4()), { maxLength: 200 }), (guesses) => {
        const guard = new SignInGuard(() => 0)
        guard.attempt(account, home).succeeded()
        for (const [who, address] of guesses) {
          if (address !== home) guard.attempt(who === 0 ? account : `${who}@demo.test`, address)
        }
        for (let other = 0; other < 40; other++) guard.attempt(`${other}@demo.test`, home)
        expect(guard.attempt(account, home).waitMs).toBe(0)
      }),
    )
  })

  test('slows down an address that guesses at many accounts, even in parallel', () => {
    const guard = new SignInGuard(() => 0)
    const waits = Array.from({ length: 40 }, (_, n) => guard.attempt(`${n}@demo.test`, home).waitMs)
    expect(waits.filter((wait) => wait === 0)).toHaveLength(30)
    expect(Math.max(...waits)).toBe(2000)
  })
})

describe('the backend’s sign-in endpoint', () => {
  let accounts: Accounts
  beforeAll(async () => {
    accounts = await startAccounts()
  })
  afterAll(() => accounts?.stop())

  test('rejects premature attempts, and accepts the correct password once the wait is over', async () => {
    const { email } = await accounts.newUser()
    const signIn = (tried: string) => accounts.client().auth.signInWithPassword({ email, password: tried })
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn('wrong-password')))
    const rejected = answers.filter(({ error }) => error?.code === 'over_request_rate_limit')
    const tried = answers.filter(({ error }) => error?.code === 'invalid_credentials')
    expect(tried.length + rejected.length).toBe(answers.length)
    // Five at once; each further one only after twice the previous wait, the tenth half a minute after the fifth.
    expect(tried.length).toBeGreaterThanOrEqual(5)
    expect(tried.length).toBeLessThan(10)
    await expect.poll(async () => (await signIn(password)).error, { interval: 500 }).toBeNull()
  })

  test('answers a recovery request the same whether the address has an account or not', async () => {
    const { email } = await accounts.newUser()
    for (const address of [email, 'nobody@demo.test']) {
      const started = performance.now()
      expect((await accounts.client().auth.resetPasswordForEmail(address)).error).toBeNull()
      expect([address, performance.now() - started >= 300]).toEqual([address, true])
    }
  })

  const LENGTHS = [
    { length: 'is told', told: (bytes: number) => ({ 'content-length': String(bytes) }) },
    { length: 'is not told', told: () => ({ 'transfer-encoding': 'chunked' }) },
  ]

  /** Sends forty parts of a body, or as many as are taken: how it is answered, and how many were sent. */
  async function sending(to: string, part: string, headers: Record<string, string>) {
    const { url, anonKey } = accounts.backend
    const asked = request(`${url}${to}`, {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json', ...headers },
    })
    // A client that goes on sending may only see its connection closed.
    const answered = new Promise((done) => {
      asked.on('response', ({ statusCode }) => done(statusCode))
      asked.on('error', () => done(413))
    })
    let ended = false
    void answered.then(() => {
      ended = true
    })
    let sent = 0
    for (; !ended && sent < 40; sent++) {
      if (!asked.write(part)) await Promise.race([once(asked, 'drain'), answered])
      await setImmediate()
    }
    asked.end()
    const status = await answered
    asked.destroy()
    return { status, sent }
  }

  test.each(LENGTHS)('rejects a body above 32 MB of a user whose length $length', async ({ told }) => {
    const { email } = await accounts.newUser()
    const { data } = await accounts.client().auth.signInWithPassword({ email, password })
    const authorization = `Bearer ${data.session?.access_token}`
    const part = 'x'.repeat(1_000_000)
    const headers = { authorization, ...told(40 * part.length) }
    const { status, sent } = await sending('/rest/v1/rpc/has_permission', part, headers)
    expect(status).toBe(413)
    expect(sent).toBeLessThan(40)
  })

  test('tells a user whose token is not valid to sign in again, also of a body above 100 kB', async () => {
    const { url, anonKey } = accounts.backend
    const { id } = await accounts.newUser()
    const { jwtSecret } = loadSecrets(path.join(accounts.folder, 'data'))
    const token = await accessToken(jwtSecret, id, -30)
    for (const length of [10, 300_000]) {
      const { status } = await fetch(`${url}/rest/v1/rpc/has_permission`, {
        method: 'POST',
        headers: { apikey: anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify('x'.repeat(length)),
      })
      expect([length, status]).toEqual([length, 401])
    }
  })

  test.each(LENGTHS)('rejects one above 100 kB of a stranger whose length $length', async ({ told }) => {
    const part = ' '.repeat(10_000)
    for (const to of [
      '/rest/v1/rpc/has_permission',
      '/rest/v1/members',
      '/auth/v1/token?grant_type=password',
    ])
      expect((await sending(to, part, told(40 * part.length))).status, to).toBe(413)
  })
})
