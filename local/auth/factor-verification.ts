import { randomBytes, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { AuthCall } from './call.ts'
import { ownFactor } from './factor-rows.ts'
import { AuthError, copyRequest, json, textField } from './http.ts'
import { noteProof, requireRecentProof, stampProofs } from './proofs.ts'
import { AttemptLimit, tooManyTries } from './rate-limit.ts'
import type { OpenSession } from './sessions.ts'
import { openSecret, STEP_SECONDS, stepOf } from './totp.ts'

const minute = 60_000
const CHALLENGE_MS = 5 * minute
const UNANSWERED = "verified_at is null and created_at > now() - interval '5 minutes'"

/** POST /factors/{id}/challenge: what a code is entered for, within five minutes. Throws AuthError. */
export async function challengeFactor(caller: OpenSession, factorId: string, pool: Pool): Promise<Response> {
  await ownFactor(pool, caller.userId, factorId)
  const id = randomUUID()
  await pool.query(
    `with old as (delete from auth.mfa_challenges where factor_id = $2 and created_at < now() - interval '1 day')
     insert into auth.mfa_challenges (id, factor_id) values ($1, $2)`,
    [id, factorId],
  )
  return json(200, { id, type: 'totp', expires_at: Math.floor((Date.now() + CHALLENGE_MS) / 1000) })
}

/**
 * POST /factors/{id}/verify: a correct code raises the session, which continues with other tokens. A new factor's counts only soon after
 * another proof. Throws AuthError.
 */
export function factorVerifier(pool: Pool, jwtSecret: string) {
  const attempts = new AttemptLimit(10, 5 * minute)

  return async (call: AuthCall, caller: OpenSession, factorId: string): Promise<Response> => {
    const { secret, status } = await ownFactor(pool, caller.userId, factorId)
    if (status !== 'verified') await requireRecentProof(pool, caller.sessionId)
    if (!attempts.take(caller.userId)) throw tooManyTries(attempts.windowMs)
    await acceptCode(pool, call.body, factorId, secret, jwtSecret)
    attempts.clear(caller.userId)
    await raise(pool, caller, factorId)
    return stampProofs(await call.next(await renewal(pool, call, caller)), pool, jwtSecret, call.device)
  }
}

async function acceptCode(
  pool: Pool,
  body: Record<string, unknown>,
  factorId: string,
  sealed: string,
  jwtSecret: string,
): Promise<void> {
  const challengeId = textField(body, 'challenge_id') ?? ''
  const { rowCount: open } = await pool.query(
    `select from auth.mfa_challenges where id::text = $1 and factor_id = $2 and ${UNANSWERED}`,
    [challengeId, factorId],
  )
  if (!open) {
    throw new AuthError(
      422,
      'mfa_challenge_expired',
      'MFA challenge has expired, verify against another challenge',
    )
  }
  const step = stepOf(
    openSecret(sealed, factorId, jwtSecret),
    (textField(body, 'code') ?? '').replaceAll(' ', ''),
  )
  if (step === null || !(await useCode(pool, factorId, challengeId, step))) {
    throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
  }
}

/** Whether the code may still be used: a challenge is answered once, and a code used once (RFC 6238, section 5.2). */
async function useCode(pool: Pool, factorId: string, challengeId: string, step: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with answered as (
       update auth.mfa_challenges set verified_at = now() where id::text = $1 and factor_id = $2 and ${UNANSWERED}
       returning factor_id
     )
     update auth.mfa_factors f set last_challenged_at = to_timestamp($3) from answered
     where f.id = answered.factor_id and coalesce(f.last_challenged_at, '-infinity') < to_timestamp($3)`,
    [challengeId, factorId, step * STEP_SECONDS],
  )
  return rowCount === 1
}

/** Raises the session to level aal2 and ends the user's sessions of a lower level. */
async function raise(pool: Pool, { userId, sessionId }: OpenSession, factorId: string): Promise<void> {
  // Before the code counts as a proof: the database asks for an earlier one (private.guard_new_factor).
  await pool.query(
    `with verified as (
       update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1
     ), begun as (
       delete from auth.mfa_factors where user_id = $2 and status = 'unverified' and id <> $1
     ), lower as (
       delete from auth.sessions where user_id = $2 and id <> $3 and coalesce(aal, 'aal1') = 'aal1'
     )
     update auth.sessions set aal = 'aal2', factor_id = $1 where id = $3`,
    [factorId, userId, sessionId],
  )
  await noteProof(pool, sessionId, 'totp')
}

/** The session continues with another refresh token, which lite itself exchanges for its answer. */
async function renewal(pool: Pool, { request, url }: AuthCall, caller: OpenSession): Promise<Request> {
  const refreshToken = randomBytes(32).toString('base64url')
  await pool.query(
    `with replaced as (delete from auth.refresh_tokens where session_id = $2)
     insert into auth.refresh_tokens (id, token, user_id, session_id, revoked) values ($1, $4, $3, $2, false)`,
    [randomUUID(), caller.sessionId, caller.userId, refreshToken],
  )
  return copyRequest(request, {
    url: new URL('/auth/v1/token?grant_type=refresh_token', url),
    body: JSON.stringify({ refresh_token: refreshToken }),
  })
}
