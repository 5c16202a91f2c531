/** The credentials a phone signs in with. */
export interface Credentials {
  account: string
  password: string
}

// The longest domain name; more than any generated password.
const LONGEST_ACCOUNT = 253
const LONGEST_PASSWORD = 255

/**
 * The credentials of an Authorization header (RFC 7617, UTF-8); the account in lower case. Undefined when they are missing or
 * cannot be valid.
 */
export function basicCredentials(header: string | undefined): Credentials | undefined {
  const [, encoded] = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header ?? '') ?? []
  if (!encoded) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const end = text.indexOf(':')
  const [account, password] = [text.slice(0, end).toLowerCase(), text.slice(end + 1)]
  // PostgreSQL cannot store NUL in text.
  if (
    end < 1 ||
    account.length > LONGEST_ACCOUNT ||
    password.length > LONGEST_PASSWORD ||
    text.includes('\0')
  )
    return undefined
  return { account, password }
}
