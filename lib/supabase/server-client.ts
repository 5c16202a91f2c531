import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServerClient, parseCookieHeader, serializeCookieHeader } from '@supabase/ssr'
import type { SupabaseClient } from '@supabase/supabase-js'
import { publicEnv } from '../env'
import { sessionReader } from '../session/recovery-margin'
import { SESSION_COOKIE, SESSION_COOKIE_ENCODING } from '../session/session-cookie'
import type { Database } from './database.types'
import { fetchReports } from './fetch-reports'
import { serverSupabaseUrl } from './server-url'

/**
 * A Supabase client for one request of a browser. It acts with the caller's rights, from the session cookies, and writes a refreshed
 * session back to them.
 */
export function createServerClientFor(req: IncomingMessage, res: ServerResponse): SupabaseClient<Database> {
  const read = sessionReader()
  return createServerClient<Database>(serverSupabaseUrl(), publicEnv().supabaseAnonKey, {
    cookieOptions: SESSION_COOKIE,
    cookieEncoding: SESSION_COOKIE_ENCODING,
    global: { fetch: fetchReports },
    cookies: {
      getAll: () =>
        read(parseCookieHeader(req.headers.cookie ?? '').map(({ name, value = '' }) => ({ name, value }))),
      setAll: (cookies) => {
        for (const { name, value, options } of cookies) {
          res.appendHeader('Set-Cookie', serializeCookieHeader(name, value, options))
        }
      },
    },
  })
}
