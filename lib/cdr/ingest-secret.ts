import type { IncomingMessage } from 'node:http'
import { ApiFailure, requireMethod } from '../api/failure'
import { requestAddress } from '../server/request-address'
import { sameSecret } from '../server/same-secret'
import { serverEnv } from '../server/server-env'
import { requireAdminClient } from '../supabase/admin-client'
import { type AskingSwitch, credentialsOf, requireAdmitted, switchAdmissions } from '../switch/admission'

let admissions: ReturnType<typeof switchAdmissions> | undefined

/**
 * Admits a switch, for the given method only: either one listed under Switches, with its own name and secret, which is answered, or
 * a sender with the server's ingest secret, which may deliver for all tenants: null. Throws ApiFailure 405, 401, 429 while the address is
 * throttled after wrong secrets, or 503 if the server cannot store anything.
 */
export async function requireSwitch(
  req: IncomingMessage,
  method: 'GET' | 'POST' | 'PUT',
): Promise<AskingSwitch | null> {
  requireMethod(req, method)
  const admin = requireAdminClient('Call records cannot be stored')
  const { CDR_INGEST_SECRET: secret } = serverEnv()
  const { authorization } = req.headers
  if (secret && carriesSecret(authorization, secret)) return null
  const credentials = credentialsOf(authorization)
  if (credentials) {
    admissions ??= switchAdmissions(admin, { withVersions: false })
    const admission = await admissions.admit(requestAddress(req), credentials.name, credentials.digest)
    if (admission.outcome !== 'refused') return requireAdmitted(admission).switch
  }
  throw new ApiFailure(
    401,
    'Send the switch’s name and secret by Basic authentication, or the ingest secret as its password or as a Bearer token.',
    { headers: { 'WWW-Authenticate': 'Basic realm="cdr"' } },
  )
}

/**
 * Whether an Authorization header carries the ingest secret: as `Bearer <secret>`, or as the password of Basic authentication,
 * the only kind mod_json_cdr sends (its `cred` setting is `user:password`; the user is ignored).
 */
export function carriesSecret(authorization: string | undefined, secret: string): boolean {
  const [, scheme = '', value = ''] = /^(\S+)\s+(\S+)$/.exec(authorization?.trim() ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') return sameSecret(value, secret)
  if (scheme.toLowerCase() !== 'basic') return false
  const credentials = Buffer.from(value, 'base64').toString('utf8')
  return sameSecret(credentials.slice(credentials.indexOf(':') + 1), secret)
}
