import type { SupabaseClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import { expect } from 'vitest'

const password = 'first-password-1'

/** Creates an account and signs `client` in to it. */
export async function signInNew(admin: SupabaseClient, client: SupabaseClient, email: string) {
  const { data, error } = await admin.auth.admin.createUser({ email, password, email_confirm: true })
  if (error) throw error
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  return { client, id: data.user.id }
}

/** An access token without a session, valid for `secondsLeft` (below 0: expired). */
export function accessToken(secret: string, userId: string, secondsLeft: number): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ role: 'authenticated', aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(userId)
    .setIssuedAt(now - 60)
    .setExpirationTime(now + secondsLeft)
    .sign(new TextEncoder().encode(secret))
}
