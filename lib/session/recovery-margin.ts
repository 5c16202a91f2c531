import { createChunks, stringFromBase64URL, stringToBase64URL } from '@supabase/ssr'
import { SESSION_COOKIE } from './session-cookie'

interface CookieValue {
  name: string
  value: string
}
type StoredSession = { access_token?: unknown; expires_at?: unknown }

/** A session counts as expired this long before its access token does (specification section 9). */
const RECOVERY_MARGIN_SECONDS = 10
/**
 * Margins within which auth-js treats a session as expired, and within which its ticker refreshes it: three and four ticks of 30 s.
 */
const LIBRARY_MARGIN_SECONDS = 90
const LIBRARY_REFRESH_SECONDS = 120

const CHUNK = new RegExp(`^${SESSION_COOKIE.name}(?:\\.(\\d+))?$`)
const ENCODED = 'base64-'

/**
 * The expiry shown to auth-js, in seconds since 1970. The library uses one margin of 90 s for two decisions. A session with 10 to
 * 120 s left is placed between its two limits: valid on recovery, due at the next tick.
 */
export function shownExpiry(expiresAt: number, now = Date.now() / 1000): number {
  const left = expiresAt - now
  if (left < RECOVERY_MARGIN_SECONDS || left >= LIBRARY_REFRESH_SECONDS) return expiresAt
  return Math.ceil(now) + (LIBRARY_MARGIN_SECONDS + LIBRARY_REFRESH_SECONDS) / 2
}

/** Cookies as auth-js reads them: the session with the expiry of {@link shownExpiry}. */
export function readWithMargin(cookies: readonly CookieValue[]): CookieValue[] {
  return changeSession(cookies, (session) => {
    const { expires_at } = session
    return typeof expires_at === 'number' ? { ...session, expires_at: shownExpiry(expires_at) } : session
  })
}

/** Cookies as auth-js writes them, with the session's expiry set back to the access token's own. */
export function writeTrueExpiry<Cookie extends CookieValue>(cookies: readonly Cookie[]): Cookie[] {
  return changeSession(cookies, (session) => {
    const expires_at = expiryOf(session.access_token)
    return expires_at === undefined ? session : { ...session, expires_at }
  })
}

/** An expiry has ten digits, so a changed session fills the same chunks. Anything that is not a session stays as it is. */
function changeSession<Cookie extends CookieValue>(
  cookies: readonly Cookie[],
  change: (session: StoredSession) => StoredSession,
): Cookie[] {
  const chunks = cookies
    .filter(({ name, value }) => CHUNK.test(name) && value !== '')
    .sort((one, other) => place(one) - place(other))
  const session = parse(chunks.map(({ value }) => value).join(''))
  if (!session) return [...cookies]
  const text = ENCODED + stringToBase64URL(JSON.stringify(change(session)))
  const changed = new Map(createChunks(SESSION_COOKIE.name, text).map(({ name, value }) => [name, value]))
  return cookies.map((cookie) => ({ ...cookie, value: changed.get(cookie.name) ?? cookie.value }))
}

function place({ name }: CookieValue): number {
  return Number(CHUNK.exec(name)?.[1] ?? 0)
}

function parse(text: string): StoredSession | undefined {
  if (!text.startsWith(ENCODED)) return undefined
  try {
    const session: unknown = JSON.parse(stringFromBase64URL(text.slice(ENCODED.length)))
    return typeof session === 'object' && session !== null ? session : undefined
  } catch {
    return undefined
  }
}

/** When an access token expires, in seconds since 1970; undefined if it is not a JWT. */
function expiryOf(token: unknown): number | undefined {
  try {
    const claims: unknown = JSON.parse(stringFromBase64URL(String(token).split('.')[1] ?? ''))
    const exp = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : undefined
    return typeof exp === 'number' ? exp : undefined
  } catch {
    return undefined
  }
}
