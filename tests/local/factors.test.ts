import type { SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeAt } from '@/local/auth/totp.ts'
import { type Accounts, password, startAccounts } from './accounts-fixture'

let accounts: Accounts
beforeAll(async () => {
  accounts = await startAccounts()
})
afterAll(() => accounts?.stop())

const claimsOf = async ({ auth }: SupabaseClient) =>
  decodeJwt<{ aal?: string; amr?: { method: string }[]; session_id?: string }>(
    (await auth.getSession()).data.session?.access_token ?? '',
  )

/** The step of now; a code counts once, so each further one is of another step that is still taken. */
const step = (off = 0) => Math.floor(Date.now() / 30_000) + off

/** An account with an app that is set up, and the app's secret. */
async function enrolled() {
  const { email, id } = await accounts.newUser()
  const client = await accounts.signedIn(email)
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error) throw error
  const { id: factorId, totp } = data
  const verified = await client.auth.mfa.challengeAndVerify({ factorId, code: codeAt(totp.secret, step()) })
  expect(verified.error).toBeNull()
  return { email, id, client, factorId, secret: totp.secret }
}

/** Lets eleven minutes pass since the client's user entered a password or a code. */
async function age(client: SupabaseClient) {
  const { session_id } = await claimsOf(client)
  const text =
    "update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes' where session_id = $1"
  await accounts.database.query(text, [session_id])
}

describe('a second factor', () => {
  test('is set up with a QR code and its first code, and raises the session', async () => {
    const { email } = await accounts.newUser()
    const client = await accounts.signedIn(email)
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]+<\/svg>$/)
    expect(data?.totp.uri).toBe(
      `otpauth://totp/localhost%3A3999:${encodeURIComponent(email)}?algorithm=SHA1&digits=6&issuer=localhost%3A3999&period=30&secret=${data?.totp.secret}`,
    )
    const factorId = data?.id ?? ''
    const wrong = await client.auth.mfa.challengeAndVerify({ factorId, code: '000000' })
    expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    expect((await claimsOf(client)).aal).toBe('aal1')

    const session = (await claimsOf(client)).session_id
    const right = await client.auth.mfa.challengeAndVerify({
      factorId,
      code: codeAt(data?.totp.secret ?? '', step()),
    })
    expect(right.error).toBeNull()
    expect(await claimsOf(client)).toMatchObject({ aal: 'aal2', session_id: session })
    expect((await claimsOf(client)).amr?.map(({ method }) => method)).toEqual(['totp', 'password'])
    const { data: assurance } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(assurance).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect((await claimsOf(client)).aal).toBe('aal2')
  })

  test('that is being set up keeps its name and counts until it is removed or five minutes old', async () => {
    const { email, id } = await accounts.newUser()
    const { mfa } = (await accounts.signedIn(email)).auth
    const begin = (friendlyName: string) => mfa.enroll({ factorType: 'totp', friendlyName })
    const first = await begin('Phone')
    expect((await begin('Phone')).error?.code).toBe('mfa_factor_name_conflict')
    expect((await mfa.unenroll({ factorId: first.data?.id ?? '' })).error).toBeNull()
    for (let n = 0; n < 10; n++) expect((await begin(n ? `Phone ${n}` : 'Phone')).error).toBeNull()
    expect((await begin('Tablet')).error?.code).toBe('too_many_enrolled_mfa_factors')
    const age = "update auth.mfa_factors set created_at = now() - interval '6 minutes' where user_id = $1"
    await accounts.database.query(age, [id])
    expect((await begin('Phone')).error).toBeNull()
  })

  test('is required at each later sign-in, and each code works once', async () => {
    const { email, factorId, secret } = await enrolled()
    const client = await accounts.signedIn(email)
    expect((await claimsOf(client)).aal).toBe('aal1')
    const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })

    const code = codeAt(secret, step(1))
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    const other = await accounts.signedIn(email)
    const again = await other.auth.mfa.challengeAndVerify({ factorId, code })
    expect(again.error?.code).toBe('mfa_verification_failed')
  })

  test('raises one session if a code is entered in many at once', async () => {
    const { email, factorId, secret } = await enrolled()
    const code = codeAt(secret, step(1))
    const clients = await Promise.all([1, 2, 3, 4].map(() => accounts.signedIn(email)))
    const entered = await Promise.all(
      clients.map(async ({ auth }) => {
        const { data } = await auth.mfa.challenge({ factorId })
        return () => auth.mfa.verify({ factorId, challengeId: data?.id ?? '', code })
      }),
    )
    const answers = await Promise.all(entered.map((enter) => enter()))
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
  })

  test('ends sessions that have not verified it, and earlier refresh tokens', async () => {
    const { email, factorId, secret } = await enrolled()
    const first = await accounts.signedIn(email)
    const before = (await first.auth.getSession()).data.session?.refresh_token ?? ''
    const second = await accounts.signedIn(email)
    expect(
      (await first.auth.mfa.challengeAndVerify({ factorId, code: codeAt(secret, step(1)) })).error,
    ).toBeNull()
    expect((await second.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await accounts.client().auth.refreshSession({ refresh_token: before })).error).not.toBeNull()
    expect((await first.auth.getUser()).error).toBeNull()
  })

  test('can be neither added nor removed with a password alone', async () => {
    const { email, factorId } = await enrolled()
    const thief = await accounts.signedIn(email)
    const added = await thief.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })
    expect(added.error).toMatchObject({ status: 403, code: 'insufficient_aal' })
    expect((await thief.auth.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal')
    expect((await thief.auth.mfa.listFactors()).data?.totp).toHaveLength(1)
  })

  test('is neither turned on nor removed by a session whose password and code are older than ten minutes', async () => {
    const { email, client, factorId, secret } = await enrolled()
    const begin = async () => {
      const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })
      return { factorId: data?.id ?? '', code: codeAt(data?.totp.secret ?? '', step()) }
    }
    const added = await begin()
    await age(client)
    const refused = async () => {
      const turnedOn = await client.auth.mfa.challengeAndVerify(added)
      const removed = await client.auth.mfa.unenroll({ factorId })
      for (const { error } of [turnedOn, removed]) expect(error?.code).toBe('reauthentication_needed')
    }
    await refused()
    // A password entered elsewhere is none of this session's.
    await accounts.signedIn(email)
    await refused()
    expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1)

    const code = codeAt(secret, step(1))
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    expect((await client.auth.mfa.challengeAndVerify(await begin())).error).toBeNull()
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
  })

  test('is removed by a session that has verified it, which lowers the session', async () => {
    const { client, factorId } = await enrolled()
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect(await claimsOf(client)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
    expect((await client.auth.mfa.listFactors()).data?.all).toEqual([])
  })

  test('is required for a new password, even after an emailed link', async () => {
    const { email, factorId, secret } = await enrolled()
    const thief = await accounts.signedIn(email)
    const change = () => thief.auth.updateUser({ password: 'another-password-1' })
    expect((await change()).error).toMatchObject({ status: 401, code: 'insufficient_aal' })
    expect(
      (await thief.auth.mfa.challengeAndVerify({ factorId, code: codeAt(secret, step(1)) })).error,
    ).toBeNull()
    expect((await change()).error).toBeNull()
  })

  test('of another user is not found', async () => {
    const { factorId } = await enrolled()
    const stranger = await accounts.signedIn((await accounts.newUser()).email)
    expect((await stranger.auth.mfa.unenroll({ factorId })).error?.code).toBe('mfa_factor_not_found')
    expect((await stranger.auth.mfa.challenge({ factorId })).error?.code).toBe('mfa_factor_not_found')
    expect((await accounts.client().auth.mfa.enroll({ factorType: 'totp' })).error).not.toBeNull()
  })

  test('allows ten guesses in five minutes', async () => {
    const { email, factorId } = await enrolled()
    const thief = await accounts.signedIn(email)
    const { data } = await thief.auth.mfa.challenge({ factorId })
    const guess = () => thief.auth.mfa.verify({ factorId, challengeId: data?.id ?? '', code: '000000' })
    for (let n = 0; n < 10; n++) expect((await guess()).error?.status).toBe(422)
    expect((await guess()).error?.status).toBe(429)
  })

  test('has a secret that is not stored in clear text', async () => {
    const { id, secret } = await enrolled()
    const { rows } = await accounts.database.query(
      'select f::text as row from auth.mfa_factors f where f.user_id = $1',
      [id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].row).not.toContain(secret)
  })
})

test('a session records the device and the address it is used from', async () => {
  const { email, id } = await accounts.newUser()
  const answer = await fetch(`${accounts.backend.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: {
      apikey: accounts.backend.anonKey,
      'content-type': 'application/json',
      'user-agent': 'Firefox/1',
    },
    body: JSON.stringify({ email, password }),
  })
  expect(answer.status).toBe(200)
  const { rows } = await accounts.database.query(
    'select user_agent, host(ip) as ip from auth.sessions where user_id = $1',
    [id],
  )
  expect(rows).toEqual([{ user_agent: 'Firefox/1', ip: '127.0.0.1' }])
})
