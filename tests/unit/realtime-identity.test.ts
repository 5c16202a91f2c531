import { SignJWT } from 'jose'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { identify } from '@/local/realtime/subscribers'

const jwtSecret = 'a secret of at least thirty-two characters'
const keys = { jwtSecret, anonKey: 'anon', serviceKey: 'service' }

/** What distinguishes subscribers with different permissions, for tokens of the same user. */
async function keyOf(claims: { iat: number; exp: number }): Promise<string> {
  const token = await new SignJWT({ sub: 'someone', role: 'authenticated', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(jwtSecret))
  // Without a session in the token, the database is not queried.
  return (await identify(token, keys, {} as pg.Pool)).key
}

test('a token issued before a global sign-out does not share the identity of a later one', async () => {
  const now = Math.floor(Date.now() / 1000)
  const before = await keyOf({ iat: now - 60, exp: now + 3600 })
  expect(await keyOf({ iat: now, exp: now + 3600 })).not.toBe(before)
  expect(await keyOf({ iat: now - 60, exp: now + 7200 })).toBe(before)
})
