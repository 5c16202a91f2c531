import type { BrowserContext, Cookie } from '@playwright/test'
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import type { Client } from 'pg'
import type { Database } from '../../lib/supabase/database.types'
import { testBackend } from '../../scripts/lib/test-app.ts'

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

/** Makes a browser's access token look expired; the session must fit into one cookie. */
export async function expireAccessToken(context: BrowserContext): Promise<void> {
  const [cookie, more] = await sessionCookies(context)
  if (!cookie || more) throw new Error('The session is not in one cookie.')
  const session = { ...(await readSession(context)), expires_at: Math.floor(Date.now() / 1000) - 60 }
  const value = PREFIX + Buffer.from(JSON.stringify(session)).toString('base64url')
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
