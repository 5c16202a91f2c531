import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServerClient, parseCookieHeader, serializeCookieHeader } from '@supabase/ssr'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { publicEnv } from '../env'
import { sessionReader, tokenInForce } from '../session/recovery-margin'
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
      getAll: () => read(cookiesOf(req)),
      setAll: (cookies) => {
        for (const { name, value, options } of cookies) {
          res.appendHeader('Set-Cookie', serializeCookieHeader(name, value, options))
        }
      },
    },
  })
}

/**
 * A Supabase client that reads a page's data with the session of its request, and the session's access token, which is not verified: the
 * database verifies it on each query. Undefined without a session or if it is due for a refresh, which the middleware has done by then.
 */
export function createPageClient(
  req: IncomingMessage,
): { supabase: SupabaseClient<Database>; token: string } | undefined {
  const token = tokenInForce(cookiesOf(req))
  if (!token) return undefined
  // With a token at hand the client makes no auth client of its own, which would read the cookies before each query.
  const supabase = createClient<Database>(serverSupabaseUrl(), publicEnv().supabaseAnonKey, {
    accessToken: async () => token,
    global: { fetch: fetchReports },
  })
  return { supabase, token }
}

function cookiesOf(req: IncomingMessage): { name: string; value: string }[] {
  return parseCookieHeader(req.headers.cookie ?? '').map(({ name, value = '' }) => ({ name, value }))
}
