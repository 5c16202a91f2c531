import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { AuthCall } from './call.ts'
import { factorsOf, ownFactor, removeFactor } from './factor-rows.ts'
import { AuthError, json, textField } from './http.ts'
import { requireRecentProof } from './proofs.ts'
import type { OpenSession } from './sessions.ts'
import { enrolmentUri, newSecret, qrCode, sealSecret } from './totp.ts'

/** GoTrue's defaults. Factors that are being set up count, too. */
const MOST_FACTORS = 10
const SETUP_SECONDS = 300

export interface EnrollmentOptions {
  jwtSecret: string
  /** Its host labels the account in authenticator apps. */
  siteUrl: string
}

/**
 * POST /factors: a new, unverified factor with its secret. Throws AuthError when the session, the number of factors or the name does not
 * allow it.
 */
export async function enrollFactor(
  { body }: AuthCall,
  caller: OpenSession,
  pool: Pool,
  options: EnrollmentOptions,
): Promise<Response> {
  if (body.factor_type !== 'totp') {
    throw new AuthError(400, 'validation_failed', 'factor_type needs to be totp')
  }
  const name = (textField(body, 'friendly_name') ?? '').trim().slice(0, 100)
  const issuer = (textField(body, 'issuer') || new URL(options.siteUrl).host).slice(0, 100)
  // Those of which a code was asked stay.
  await pool.query(
    `delete from auth.mfa_factors f where f.user_id = $1 and f.status = 'unverified'
       and f.created_at < now() - make_interval(secs => $2)
       and not exists (select from auth.mfa_challenges c where c.factor_id = f.id)`,
    [caller.userId, SETUP_SECONDS],
  )
  const factors = await factorsOf(pool, caller.userId)
  if (factors.some(({ status }) => status === 'verified') && caller.aal !== 'aal2') {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  }
  if (factors.length >= MOST_FACTORS) {
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  }
  if (name && factors.some((factor) => factor.friendly_name === name)) {
    throw new AuthError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name}" for this user already exists`,
    )
  }
  const id = randomUUID()
  const secret = newSecret()
  await pool.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
     values ($1, $2, $3, 'totp', 'unverified', $4)`,
    [id, caller.userId, name, sealSecret(secret, id, options.jwtSecret)],
  )
  const uri = enrolmentUri(secret, issuer, caller.email)
  return json(200, { id, type: 'totp', friendly_name: name, totp: { qr_code: qrCode(uri), secret, uri } })
}

/** DELETE /factors/{id}; a verified factor only at level aal2, soon after a password or code. Throws AuthError. */
export async function unenrollFactor(caller: OpenSession, factorId: string, pool: Pool): Promise<Response> {
  const factor = await ownFactor(pool, caller.userId, factorId)
  if (factor.status === 'verified' && caller.aal !== 'aal2') {
    throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
  }
  if (factor.status === 'verified') await requireRecentProof(pool, caller.sessionId)
  await removeFactor(pool, factorId)
  return json(200, { id: factorId })
}
