import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Whether an Authorization header carries the ingest secret: as `Bearer <secret>`, or as the password of Basic, which
 * is all that mod_json_cdr can send (its `cred` setting is `user:password`; the user is not looked at).
 */
export function carriesSecret(authorization: string | undefined, secret: string): boolean {
  const [, scheme = '', value = ''] = /^(\S+)\s+(\S+)$/.exec(authorization?.trim() ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') return sameText(value, secret)
  if (scheme.toLowerCase() !== 'basic') return false
  const credentials = Buffer.from(value, 'base64').toString('utf8')
  return sameText(credentials.slice(credentials.indexOf(':') + 1), secret)
}

/** Compares in a time that tells nothing about where the texts differ. */
function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
