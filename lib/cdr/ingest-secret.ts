import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiFailure } from '../api/failure'
import { clientAddress } from '../client-address'
import { serverEnv } from '../server-env'
import { adminClient } from '../supabase/admin-client'
import { credentialsOf, switchAdmissions } from '../switch/admission'

export const NOT_SET_UP = new ApiFailure(
  503,
  'Call records cannot be stored: this server has no service key.',
)

/** The tenants whose calls may be delivered, by their ids; null for those of all tenants. */
export type Served = readonly string[] | null

let admissions: ReturnType<typeof switchAdmissions> | undefined

/**
 * Lets a switch through, and only with the given method: one of Switches with its own name and secret, for the tenants that it
 * serves, or whoever has the server's ingest secret, for all. Throws ApiFailure 405, 401, 429 while the address must wait after
 * wrong secrets, or 503 when the server can store nothing.
 */
export async function requireSwitch(
  req: IncomingMessage,
  res: ServerResponse,
  method: 'GET' | 'POST' | 'PUT',
): Promise<Served> {
  if (req.method !== method) {
    res.setHeader('Allow', method)
    throw new ApiFailure(405, `Use ${method}.`)
  }
  const admin = adminClient()
  if (!admin) throw NOT_SET_UP
  const { CDR_INGEST_SECRET: secret, TRUSTED_PROXIES: isTrusted } = serverEnv()
  const { authorization, 'x-forwarded-for': forwardedFor } = req.headers
  if (secret && carriesSecret(authorization, secret)) return null
  const credentials = credentialsOf(authorization)
  if (credentials) {
    admissions ??= switchAdmissions(admin)
    const address = clientAddress(req.socket.remoteAddress, forwardedFor, isTrusted)
    const admission = await admissions.admit(address, credentials.name, credentials.digest)
    if (admission.outcome === 'admitted') {
      return admission.switch.all_tenants ? null : admission.switch.tenant_ids
    }
    if (admission.outcome === 'wait') {
      res.setHeader('Retry-After', String(admission.wait_seconds))
      throw new ApiFailure(429, 'Too many wrong secrets. Try again later.')
    }
  }
  res.setHeader('WWW-Authenticate', 'Basic realm="cdr"')
  throw new ApiFailure(
    401,
    'Send the switch’s name and secret by Basic authentication, or the ingest secret as its password or as a Bearer token.',
  )
}

/**
 * Whether an Authorization header carries the ingest secret: as `Bearer <secret>`, or as the password of Basic authentication,
 * the only kind mod_json_cdr sends (its `cred` setting is `user:password`; the user is ignored).
 */
export function carriesSecret(authorization: string | undefined, secret: string): boolean {
  const [, scheme = '', value = ''] = /^(\S+)\s+(\S+)$/.exec(authorization?.trim() ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') return sameText(value, secret)
  if (scheme.toLowerCase() !== 'basic') return false
  const credentials = Buffer.from(value, 'base64').toString('utf8')
  return sameText(credentials.slice(credentials.indexOf(':') + 1), secret)
}

/** Compares in constant time. */
function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
