import { TENANTS } from '../supabase/constraints'

const LONGEST_SECRET = 255

/**
 * The name and secret in an Authorization header (RFC 7617, UTF-8). Undefined if they are missing, too long, or contain a NUL,
 * which PostgreSQL cannot store.
 */
export function basicCredentials(header: string | undefined): { name: string; secret: string } | undefined {
  const [, encoded] = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header ?? '') ?? []
  const text = Buffer.from(encoded ?? '', 'base64').toString('utf8')
  const end = text.indexOf(':')
  const [name, secret] = [text.slice(0, end), text.slice(end + 1)]
  if (
    end < 1 ||
    name.length > TENANTS.domain.maxLength ||
    secret.length > LONGEST_SECRET ||
    text.includes('\0')
  )
    return undefined
  return { name, secret }
}
