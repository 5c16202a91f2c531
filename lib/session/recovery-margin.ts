import { createChunks, stringToBase64URL } from '@supabase/ssr'
import { bytesOf } from './access-token'
import { SESSION_COOKIE } from './session-cookie'

interface CookieValue {
  name: string
  value: string
}
type StoredSession = { access_token?: unknown; refresh_token?: unknown; expires_at?: unknown }

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

/**
 * Cookies as auth-js reads them, for one client. The session is plain JSON under its own name, with the expiry of {@link shownExpiry}:
 * `@supabase/ssr` passes on what is not encoded, while it would decode the cookies' text, a character at a time, for each question that
 * the library asks. Chunks stay in the list, because those that a shorter session leaves over are removed by their names.
 */
export function sessionReader(): (cookies: readonly CookieValue[]) => CookieValue[] {
  let last: { text: string; session: StoredSession | undefined } | undefined
  return (cookies) => {
    const text = sessionText(cookies)
    if (last?.text !== text) last = { text, session: parse(text) }
    if (!last.session) return [...cookies]
    const { expires_at } = last.session
    const shown =
      typeof expires_at === 'number' ? { ...last.session, expires_at: shownExpiry(expires_at) } : last.session
    const { name } = SESSION_COOKIE
    return [...cookies.filter((cookie) => cookie.name !== name), { name, value: JSON.stringify(shown) }]
  }
}

/**
 * The access token of a session that needs no refresh, read without a client, which takes longer to make than to answer a page's question.
 * Undefined if the cookies hold no session or its time is up: then auth-js decides. The token is not verified.
 */
export function tokenInForce(cookies: readonly CookieValue[], now = Date.now() / 1000): string | undefined {
  const { access_token, refresh_token, expires_at } = parse(sessionText(cookies)) ?? {}
  // auth-js keeps no session without a refresh token.
  if (typeof access_token !== 'string' || !refresh_token || typeof expires_at !== 'number') return undefined
  return expires_at - now >= RECOVERY_MARGIN_SECONDS ? access_token : undefined
}

/**
 * Cookies as auth-js writes them, with the session's expiry set back to the access token's own. An expiry has ten digits, so the
 * session fills the same chunks. Anything that is not a session stays as it is.
 */
export function writeTrueExpiry<Cookie extends CookieValue>(cookies: readonly Cookie[]): Cookie[] {
  const session = parse(sessionText(cookies))
  const expires_at = expiryOf(session?.access_token)
  if (expires_at === undefined) return [...cookies]
  const text = ENCODED + stringToBase64URL(JSON.stringify({ ...session, expires_at }))
  const changed = new Map(createChunks(SESSION_COOKIE.name, text).map(({ name, value }) => [name, value]))
  return cookies.map((cookie) => ({ ...cookie, value: changed.get(cookie.name) ?? cookie.value }))
}

/** The text of the session's chunks in their order. */
function sessionText(cookies: readonly CookieValue[]): string {
  return cookies
    .filter(({ name, value }) => CHUNK.test(name) && value !== '')
    .sort((one, other) => place(one) - place(other))
    .map(({ value }) => value)
    .join('')
}

function place({ name }: CookieValue): number {
  return Number(CHUNK.exec(name)?.[1] ?? 0)
}

function parse(text: string): StoredSession | undefined {
  if (!text.startsWith(ENCODED)) return undefined
  try {
    const session: unknown = JSON.parse(decode(text.slice(ENCODED.length)))
    return typeof session === 'object' && session !== null && !Array.isArray(session) ? session : undefined
  } catch {
    return undefined
  }
}

/** The UTF-8 text that base64url encodes. Throws on anything else. */
function decode(encoded: string): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(encoded))
}

/** When an access token expires, in seconds since 1970; undefined if it is not a JWT. */
function expiryOf(token: unknown): number | undefined {
  try {
    const claims: unknown = JSON.parse(decode(String(token).split('.')[1] ?? ''))
    const exp = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : undefined
    return typeof exp === 'number' ? exp : undefined
  } catch {
    return undefined
  }
}
