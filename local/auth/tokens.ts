import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { AuthCall } from './call.ts'
import { AuthError, textField } from './http.ts'
import { createMutex } from './mutex.ts'
import { stampProofs } from './proofs.ts'
import { tooManyTries } from './rate-limit.ts'
import { endSessions, isBanned } from './sessions.ts'
import { SignInGuard } from './sign-in-guard.ts'

// Longer than a password check takes. Only existing accounts get that check, so without this delay the time of a refusal would
// reveal whether an account exists.
const FAILED_SIGN_IN_MS = 500

/** POST /token: sign-in with a password, exchange of a recovery's code, and refresh. */
export function tokenEndpoint(pool: Pool, jwtSecret: string): (call: AuthCall) => Promise<Response> {
  const signIns = new SignInGuard()
  const renewals = createMutex()

  async function signIn({ request, body, device, next }: AuthCall): Promise<Response> {
    const email = (textField(body, 'email') ?? '').trim().toLowerCase().slice(0, 255)
    const attempt = signIns.attempt(email, device.address)
    if (attempt.waitMs > 0) throw tooManyTries(attempt.waitMs)
    const answered = delay(FAILED_SIGN_IN_MS)
    const response = await next(request)
    if (response.ok) attempt.succeeded()
    else await answered
    return response
  }

  async function renew({ request, body, next }: AuthCall): Promise<Response> {
    const token = textField(body, 'refresh_token') ?? ''
    await refuseBannedRefresh(pool, token)
    // While a token is being exchanged, lite would take a second exchange of it for theft.
    return renewals(token, async () => {
      const response = await next(request)
      if (response.status === 500) await restoreToken(pool, token)
      return response
    })
  }

  return async (call) => {
    const type = call.url.searchParams.get('grant_type')
    if (type === 'refresh_token') return stampProofs(await renew(call), pool, jwtSecret, call.device)
    const password = type === 'password'
    const response = password ? await signIn(call) : await call.next(call.request)
    if (!response.ok) return response
    await refuseBannedSession(pool, response)
    // The only PKCE flow here is recovery.
    return stampProofs(response, pool, jwtSecret, call.device, password ? 'password' : 'recovery')
  }
}

/** Only a caller with the right password learns of the ban; the session just created never leaves this process. */
async function refuseBannedSession(pool: Pool, response: Response): Promise<void> {
  const session = (await response.clone().json()) as { user?: { id?: string } }
  const userId = session.user?.id
  if (!userId || !(await isBanned(pool, userId))) return
  await endSessions(pool, userId)
  throw new AuthError(400, 'user_banned', 'User is banned')
}

async function refuseBannedRefresh(pool: Pool, refreshToken: string): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select u.id from auth.refresh_tokens t join auth.users u on u.id = t.user_id
     where t.token = $1 and u.banned_until > now()`,
    [refreshToken],
  )
  const banned = rows[0]
  if (!banned) return
  await endSessions(pool, banned.id)
  throw new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned')
}

/** Lite revokes a token before it stores the next one: a failure in between would end the session. */
async function restoreToken(pool: Pool, refreshToken: string): Promise<void> {
  await pool.query(
    `update auth.refresh_tokens t set revoked = false
     where t.token = $1 and not exists (select 1 from auth.refresh_tokens c where c.parent = t.token)`,
    [refreshToken],
  )
}
