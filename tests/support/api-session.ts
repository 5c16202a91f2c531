import { randomBytes } from 'node:crypto'
import { createChunks, createServerClient, stringFromBase64URL, stringToBase64URL } from '@supabase/ssr'
import { SESSION_COOKIE, SESSION_COOKIE_ENCODING } from '../../lib/session/session-cookie.ts'
import { DEMO_PASSWORD } from '../../local/keys.ts'
import { TEST_APP, testBackend } from '../../scripts/lib/test-app.ts'

/** Members created in tests/support/api-database.ts: with a role without permissions, or with the named one. */
type MadeAccount = 'powerless' | `made-${string}`

/** The demo accounts and these members. */
export type DemoAccount = 'superadmin' | 'admin' | 'tech' | 'disabled' | 'nomember' | MadeAccount

/** Where the tests find the app: TEST_APP_URL, else the address of the test app. */
export const APP_URL = process.env.TEST_APP_URL ?? TEST_APP.url

function supabaseAddress(): { url: string; anonKey: string } {
  const { TEST_SUPABASE_URL: url, TEST_ANON_KEY: anonKey } = process.env
  return url && anonKey ? { url, anonKey } : testBackend()
}

const cookies = new Map<DemoAccount, Promise<string>>()

/** The Cookie header of a signed-in demo account; signs in once per account. */
export function cookieOf(account: DemoAccount): Promise<string> {
  const known = cookies.get(account) ?? signIn(account)
  cookies.set(account, known)
  return known
}

/** The Cookie header of a new session. */
export function signIn(account: DemoAccount): Promise<string> {
  const { url, anonKey } = supabaseAddress()
  return sessionCookie(url, anonKey, `${account}@demo.test`)
}

/** The Cookie header of a new session of a demo account of the Supabase at `url`. */
export async function sessionCookie(url: string, anonKey: string, email: string): Promise<string> {
  const jar = new Map<string, string>()
  const supabase = createServerClient(url, anonKey, {
    cookieOptions: SESSION_COOKIE,
    cookieEncoding: SESSION_COOKIE_ENCODING,
    cookies: {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      setAll: (changed) => {
        for (const { name, value } of changed) jar.set(name, value)
      },
    },
  })
  const { error } = await supabase.auth.signInWithPassword({ email, password: DEMO_PASSWORD })
  if (error) throw error
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}

const ENCODED = 'base64-'

/** The session in a Cookie header. */
export function sessionOf(cookie: string): { access_token: string; expires_at: number } {
  const text = cookie
    .split('; ')
    .map((each) => each.slice(each.indexOf('=') + 1))
    .join('')
  return JSON.parse(stringFromBase64URL(text.slice(ENCODED.length)))
}

/** The Cookie header of the same session with other values. */
export function changedSession(cookie: string, change: { expires_at: number }): string {
  const text = ENCODED + stringToBase64URL(JSON.stringify({ ...sessionOf(cookie), ...change }))
  return createChunks(SESSION_COOKIE.name, text)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
}

export interface ApiAnswer {
  status: number
  headers: Headers
  body: unknown
}

/** The header of a request from a network (a /64) from which no other came, so that no limit has counted any. */
export function fromElsewhere(): { 'x-forwarded-for': string } {
  const network = randomBytes(4).toString('hex')
  return { 'x-forwarded-for': `2001:db8:${network.slice(0, 4)}:${network.slice(4)}::1` }
}

/** Calls the app as the account, or as a visitor without a session when it is null. */
export async function callApi(account: DemoAccount | null, path: string, init: RequestInit = {}) {
  const headers = new Headers(init.headers)
  if (account) headers.set('cookie', await cookieOf(account))
  const response = await fetch(new URL(path, APP_URL), { ...init, headers, redirect: 'manual' })
  const text = await response.text()
  const answer: ApiAnswer = {
    status: response.status,
    headers: response.headers,
    body: text ? JSON.parse(text) : undefined,
  }
  return answer
}

/** Posts JSON as the account. */
export function postApi(account: DemoAccount | null, path: string, body: unknown): Promise<ApiAnswer> {
  return callApi(account, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}
