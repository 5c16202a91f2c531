/**
 * How the session is kept in cookies (specification section 9): site root, SameSite lax, readable by the browser
 * client (not HTTP-only), 400 days. The value is base64url encoded and split into chunks of 3,180 encoded characters.
 */
export const SESSION_COOKIE = {
  path: '/',
  sameSite: 'lax',
  httpOnly: false,
  maxAge: 34_560_000,
} as const

export const SESSION_COOKIE_ENCODING = 'base64url'
