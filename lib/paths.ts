/** The first page after sign-in. */
export const HOME_PATH = '/app'
export const LOGIN_PATH = '/login'
/** Live calls of all tenants. */
export const CALLS_PATH = '/app/calls'
/** The user's own second factor and sessions. */
export const ACCOUNT_PATH = '/app/account'
/** Where users request a reset email, and where its link leads. */
export const FORGOT_PASSWORD_PATH = '/forgot-password'
export const RESET_PASSWORD_PATH = '/reset-password'

// Only its origin matters: a path that leaves it would leave any site.
const ANY_ORIGIN = 'http://any.invalid'
const UNSAFE_CHARACTERS = /[\u0000-\u001f\u007f\\]/

/** Whether a path belongs to the signed-in shell: /app… (specification section 2.1) and /customers…, where customers' pages are. */
export function isSignedInPath(pathname: string): boolean {
  return /^\/(app|customers)(\/|$)/.test(pathname)
}

/** The sign-in page, which continues to `next` (a path of this site). */
export function loginPath(next?: string): string {
  return next && next !== HOME_PATH ? `${LOGIN_PATH}?next=${encodeURIComponent(next)}` : LOGIN_PATH
}

/**
 * The path to open after sign-in: `value` if it is a path of this site other than the sign-in page, otherwise /app. Rejects
 * everything that a browser would take for another host (//host, /\host, https:, control characters), so that a link to the
 * sign-in page cannot redirect to another site.
 */
export function safeNextPath(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/') || UNSAFE_CHARACTERS.test(value)) return HOME_PATH
  if (!URL.canParse(value, ANY_ORIGIN)) return HOME_PATH
  const url = new URL(value, ANY_ORIGIN)
  // Dots are resolved only now: '/a/..//host' is the path '//host'.
  if (url.origin !== ANY_ORIGIN || url.pathname.startsWith('//')) return HOME_PATH
  if (url.pathname === LOGIN_PATH) return HOME_PATH
  return url.pathname + url.search + url.hash
}
