import { randomBytes, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { factorsOf, removeFactor } from './factor-rows.ts'
import { AuthError, copyRequest, json, readBody, textField } from './http.ts'
import { type Device, noteProof, stampProofs } from './proofs.ts'
import { AttemptLimit } from './rate-limit.ts'
import { bearerToken, isBanned, readAccessToken } from './sessions.ts'
import { enrolmentUri, newSecret, openSecret, qrCode, STEP_SECONDS, sealSecret, stepOf } from './totp.ts'

export interface FactorsOptions {
  jwtSecret: string
  /** Its host labels the account in authenticator apps. */
  siteUrl: string
}

type Next = (request: Request) => Promise<Response>

/** An open session of a user who is not banned. */
interface Caller {
  userId: string
  email: string
  sessionId: string
  aal: string
}

const minute = 60_000
const CHALLENGE_MS = 5 * minute
const UNANSWERED = "verified_at is null and created_at > now() - interval '5 minutes'"
/** GoTrue's default. */
const MOST_FACTORS = 10

const path = /^\/factors(?:\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(\/challenge|\/verify)?)?$/

/**
 * GoTrue's endpoints for TOTP factors: POST /factors, POST /factors/{id}/challenge and /verify, DELETE /factors/{id}. A correct
 * code raises the session to level aal2 and ends the user's sessions of a lower level.
 */
export function factorsApi(pool: Pool, options: FactorsOptions) {
  const attempts = new AttemptLimit(10, 5 * minute)

  async function enroll(request: Request, caller: Caller): Promise<Response> {
    const { body } = await readBody(request)
    if (body.factor_type !== 'totp') {
      throw new AuthError(400, 'validation_failed', 'factor_type needs to be totp')
    }
    const name = (textField(body, 'friendly_name') ?? '').trim().slice(0, 100)
    const issuer = (textField(body, 'issuer') || new URL(options.siteUrl).host).slice(0, 100)
    const factors = await factorsOf(pool, caller.userId)
    const verified = factors.filter(({ status }) => status === 'verified')
    if (verified.length > 0 && caller.aal !== 'aal2') {
      throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
    }
    if (verified.length >= MOST_FACTORS) {
      throw new AuthError(
        422,
        'too_many_enrolled_mfa_factors',
        'Maximum number of verified factors reached, unenroll to continue',
      )
    }
    if (name && verified.some((factor) => factor.friendly_name === name)) {
      throw new AuthError(
        422,
        'mfa_factor_name_conflict',
        `A factor with the friendly name "${name}" for this user already exists`,
      )
    }
    const id = randomUUID()
    const secret = newSecret()
    // Starting over discards an unfinished setup.
    await pool.query(
      `with begun as (delete from auth.mfa_factors where user_id = $2 and status = 'unverified')
       insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
       values ($1, $2, $3, 'totp', 'unverified', $4)`,
      [id, caller.userId, name, sealSecret(secret, id, options.jwtSecret)],
    )
    const uri = enrolmentUri(secret, issuer, caller.email)
    return json(200, { id, type: 'totp', friendly_name: name, totp: { qr_code: qrCode(uri), secret, uri } })
  }

  async function challenge(caller: Caller, factorId: string): Promise<Response> {
    await ownFactor(caller, factorId)
    const id = randomUUID()
    await pool.query(
      `with old as (delete from auth.mfa_challenges where factor_id = $2 and created_at < now() - interval '1 day')
       insert into auth.mfa_challenges (id, factor_id) values ($1, $2)`,
      [id, factorId],
    )
    return json(200, { id, type: 'totp', expires_at: Math.floor((Date.now() + CHALLENGE_MS) / 1000) })
  }

  async function verify(
    request: Request,
    caller: Caller,
    factorId: string,
    device: Device,
    next: Next,
  ): Promise<Response> {
    const { body } = await readBody(request)
    const factor = await ownFactor(caller, factorId)
    if (!attempts.take(caller.userId)) {
      throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {}, 300)
    }
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
    const secret = openSecret(factor.secret, factorId, options.jwtSecret)
    const step = stepOf(secret, (textField(body, 'code') ?? '').replaceAll(' ', ''))
    if (step === null || !(await useCode(factorId, challengeId, step))) {
      throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
    }
    attempts.clear(caller.userId)
    await raise(caller, factorId)
    // The session continues with another refresh token, which lite itself exchanges for its answer.
    const refreshToken = randomBytes(32).toString('base64url')
    await pool.query(
      `with replaced as (delete from auth.refresh_tokens where session_id = $2)
       insert into auth.refresh_tokens (id, token, user_id, session_id, revoked) values ($1, $4, $3, $2, false)`,
      [randomUUID(), caller.sessionId, caller.userId, refreshToken],
    )
    const url = new URL('/auth/v1/token?grant_type=refresh_token', request.url)
    const asked = copyRequest(request, { url, body: JSON.stringify({ refresh_token: refreshToken }) })
    return stampProofs(await next(asked), pool, options.jwtSecret, device)
  }

  /** Whether the code may still be used: a challenge is answered once, and a code used once (RFC 6238, section 5.2). */
  async function useCode(factorId: string, challengeId: string, step: number): Promise<boolean> {
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

  async function raise({ userId, sessionId }: Caller, factorId: string): Promise<void> {
    await noteProof(pool, sessionId, 'totp')
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
  }

  async function unenroll(caller: Caller, factorId: string): Promise<Response> {
    const factor = await ownFactor(caller, factorId)
    if (factor.status === 'verified' && caller.aal !== 'aal2') {
      throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    }
    await removeFactor(pool, factorId)
    return json(200, { id: factorId })
  }

  async function ownFactor(caller: Caller, factorId: string) {
    const { rows } = await pool.query<{ secret: string; status: string }>(
      'select secret, status from auth.mfa_factors where id = $1 and user_id = $2',
      [factorId, caller.userId],
    )
    if (!rows[0]) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
    return rows[0]
  }

  async function callerOf(request: Request): Promise<Caller> {
    const token = bearerToken(request)
    const access = token ? await readAccessToken(token, options.jwtSecret) : null
    if (!access?.sessionId)
      throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
    const { rows } = await pool.query<Caller>(
      `select u.id as "userId", u.email, s.id as "sessionId", coalesce(s.aal, 'aal1') as aal
       from auth.sessions s join auth.users u on u.id = s.user_id where s.id::text = $1 and u.id::text = $2`,
      [access.sessionId, access.userId],
    )
    if (!rows[0]) {
      throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
    }
    if (await isBanned(pool, access.userId)) throw new AuthError(403, 'user_banned', 'User is banned')
    return rows[0]
  }

  /** Answers a request to /factors…; null for any other path. */
  return async function handle(
    request: Request,
    at: string,
    device: Device,
    next: Next,
  ): Promise<Response | null> {
    const [, factorId, action] = path.exec(at) ?? []
    if (!path.test(at)) return null
    const caller = await callerOf(request)
    if (!factorId && request.method === 'POST') return enroll(request, caller)
    if (factorId && action === '/challenge' && request.method === 'POST') return challenge(caller, factorId)
    if (factorId && action === '/verify' && request.method === 'POST') {
      return verify(request, caller, factorId, device, next)
    }
    if (factorId && !action && request.method === 'DELETE') return unenroll(caller, factorId)
    throw new AuthError(405, 'method_not_allowed', 'Method not allowed')
  }
}
