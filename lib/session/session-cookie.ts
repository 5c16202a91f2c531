/**
 * Session cookie settings (specification section 9): site root, SameSite lax, readable by the browser client (not HTTP-only), 400
 * days. The value is base64url encoded and split into chunks of 3,180 encoded characters. When the app is served over HTTPS the
 * cookie is secure. The name is our own: the library derives it from the API's address, which the server may know under another
 * name than the browser.
 */
export const SESSION_COOKIE = {
  name: 'sb-staff-auth-token',
  path: '/',
  sameSite: 'lax',
  httpOnly: false,
  maxAge: 34_560_000,
  secure: process.env.NEXT_PUBLIC_SITE_URL?.startsWith('https:') ?? false,
} as const

export const SESSION_COOKIE_ENCODING = 'base64url'
