import type { Pool } from 'pg'
import type { AuthCall } from './call.ts'
import { factorsOf } from './factor-rows.ts'
import { AuthError, json, textField } from './http.ts'
import { followedLink, provedPassword, withFactors } from './proofs.ts'
import { AttemptLimit, tooManyTries } from './rate-limit.ts'
import {
  type AccessToken,
  bearerToken,
  endSessions,
  isBanned,
  noSuchSession,
  readAccessToken,
} from './sessions.ts'
import { checkPassword, findSessionUser } from './users.ts'

/** GET, HEAD and PUT /user: the signed-in user, and a new password. */
export function ownUserEndpoint(
  pool: Pool,
  { jwtSecret, prepare }: { jwtSecret: string; prepare: boolean },
): (call: AuthCall) => Promise<Response> {
  const passwords = new AttemptLimit(10, 5 * 60_000)

  /**
   * Someone at an unlocked browser must not lock its owner out: a new password needs the current password or a recent proof of it. A
   * mailed link is another way to choose a password, and a user without a password cannot enter one.
   */
  async function requireProof({ userId, proofs }: AccessToken, body: Record<string, unknown>): Promise<void> {
    const given = textField(body, 'current_password')
    if (followedLink(proofs) || (!given && provedPassword(proofs))) return
    if (given && !passwords.take(userId)) throw tooManyTries()
    const right = await checkPassword(pool, userId, given ?? '')
    if (right) return passwords.clear(userId)
    if (right === null) return
    throw given
      ? new AuthError(400, 'current_password_invalid', 'The current password is wrong.')
      : new AuthError(400, 'current_password_required', 'Current password required.')
  }

  return async ({ request, body, next }) => {
    const token = bearerToken(request)
    const access = token ? await readAccessToken(token, jwtSecret) : null
    if (access?.sessionId) {
      const user = await findSessionUser(pool, access.userId, access.sessionId, prepare)
      if (!user) {
        if (await isBanned(pool, access.userId)) await endSessions(pool, access.userId)
        throw noSuchSession()
      }
      if (request.method !== 'PUT') return json(200, user)
    }
    // Password resets would no longer reach the owner, and staff know the user by this address.
    if (request.method === 'PUT' && body.email !== undefined)
      throw new AuthError(422, 'validation_failed', 'The email address of an account cannot be changed.')
    if (request.method === 'PUT' && access && body.password !== undefined) {
      await requireSecondFactor(pool, access)
      await requireProof(access, body)
    }
    const response = await next(request)
    // As in GoTrue: a new password signs out everyone else who used the old one.
    if (request.method === 'PUT' && response.ok && body.password !== undefined && access) {
      await endSessions(pool, access.userId, access.sessionId)
    }
    return withFactors(response, pool)
  }
}

/** As in GoTrue: a mailbox or a password alone cannot take over an account with a second factor. */
async function requireSecondFactor(pool: Pool, { userId, aal }: AccessToken): Promise<void> {
  if (aal === 'aal2') return
  const factors = await factorsOf(pool, userId)
  if (!factors.some(({ status }) => status === 'verified')) return
  throw new AuthError(
    401,
    'insufficient_aal',
    'AAL2 session is required to update the password when MFA is enabled.',
  )
}
