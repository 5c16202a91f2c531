import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiFailure } from '../api/failure'
import { serverEnv } from '../server-env'

export const NOT_SET_UP = new ApiFailure(
  503,
  'Call record ingestion is not set up on this server. Set CDR_INGEST_SECRET.',
)

/**
 * Lets only the switch through, and only with the given method: throws ApiFailure 405, 401, or 503 when no secret is configured.
 */
export function requireSwitch(req: IncomingMessage, res: ServerResponse, method: 'POST' | 'PUT'): void {
  if (req.method !== method) {
    res.setHeader('Allow', method)
    throw new ApiFailure(405, `Use ${method}.`)
  }
  const secret = serverEnv().CDR_INGEST_SECRET
  if (!secret) throw NOT_SET_UP
  if (carriesSecret(req.headers.authorization, secret)) return
  res.setHeader('WWW-Authenticate', 'Basic realm="cdr"')
  throw new ApiFailure(
    401,
    'Send the ingest secret: as an Authorization Bearer token, or as the password of Basic authentication.',
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
