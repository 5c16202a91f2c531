import type { BrowserContext, Cookie } from '@playwright/test'
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import type { Client } from 'pg'
import { SESSION_COOKIE } from '../../lib/session/session-cookie'
import type { Database } from '../../lib/supabase/database.types'
import { TEST_APP, testBackend } from '../../scripts/lib/test-app.ts'

const PREFIX = 'base64-'
const NAME = /^sb-.+-auth-token(\.\d+)?$/

/** The cookies that hold the session, in the order of their chunks; none for a visitor. */
export async function sessionCookies(context: BrowserContext): Promise<Cookie[]> {
  const cookies = await context.cookies()
  const number = ({ name }: Cookie) => Number(/\.(\d+)$/.exec(name)?.[1] ?? 0)
  return cookies.filter(({ name }) => NAME.test(name)).sort((a, b) => number(a) - number(b))
}

/** The session in a browser's cookies; throws for a visitor. */
export async function readSession(context: BrowserContext): Promise<Session> {
  const value = (await sessionCookies(context)).map((cookie) => cookie.value).join('')
  if (!value.startsWith(PREFIX)) throw new Error('There is no session.')
  return JSON.parse(Buffer.from(value.slice(PREFIX.length), 'base64url').toString('utf8'))
}

/** The cookie's value for a session. */
const valueOf = (session: Session) => PREFIX + Buffer.from(JSON.stringify(session)).toString('base64url')

/** What signs an account in. */
type Credentials = { email: string; password: string }

/** An API client with a new session of the account, as another device has. */
export async function signedInClient({ email, password }: Credentials): Promise<SupabaseClient<Database>> {
  const { url, anonKey } = testBackend()
  const client = createClient<Database>(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return client
}

/** Gives a browser a new session of the account, for tests of what comes after signing in. */
export async function giveSession(context: BrowserContext, account: Credentials): Promise<void> {
  const { data } = await (await signedInClient(account)).auth.getSession()
  if (!data.session) throw new Error('There is no session.')
  const value = valueOf(data.session)
  await context.addCookies([{ name: SESSION_COOKIE.name, value, url: TEST_APP.url, sameSite: 'Lax' }])
}

/** Makes a browser's access token look expired; the session must fit into one cookie. */
export async function expireAccessToken(context: BrowserContext): Promise<void> {
  const [cookie, more] = await sessionCookies(context)
  if (!cookie || more) throw new Error('The session is not in one cookie.')
  const value = valueOf({ ...(await readSession(context)), expires_at: Math.floor(Date.now() / 1000) - 60 })
  await context.addCookies([{ ...cookie, value }])
}

/** Moves the session's password sign-in back by 11 minutes; the next page refreshes the token. */
export async function ageSignIn(context: BrowserContext, database: Client): Promise<void> {
  const { access_token: token } = await readSession(context)
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
  await database.query(
    "update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes' where session_id = $1",
    [claims.session_id],
  )
  await expireAccessToken(context)
}

/** An API client with a browser's session. */
export async function apiOf(context: BrowserContext): Promise<SupabaseClient<Database>> {
  const { access_token: token } = await readSession(context)
  const { url, anonKey } = testBackend()
  return createClient<Database>(url, anonKey, { accessToken: async () => token })
}
