import { createBrowserClient, parseCookieHeader, serializeCookieHeader } from '@supabase/ssr'
import { publicEnv } from '../env'
import { sessionReader, writeTrueExpiry } from '../session/recovery-margin'
import { noteStatus } from '../session/refused-session'
import { SESSION_COOKIE, SESSION_COOKIE_ENCODING } from '../session/session-cookie'
import type { Supabase } from './browser-client'
import type { Database } from './database.types'
import { fetchReports } from './fetch-reports'

/** Sessions live in cookies and sign-in uses PKCE (specification section 9). */
export function createClient(): Supabase {
  const { supabaseUrl, supabaseAnonKey } = publicEnv()
  const read = sessionReader()
  return createBrowserClient<Database>(supabaseUrl, supabaseAnonKey, {
    cookieOptions: SESSION_COOKIE,
    cookieEncoding: SESSION_COOKIE_ENCODING,
    cookies: {
      getAll: () => read(parseCookieHeader(document.cookie)),
      setAll: (cookies) => {
        for (const { name, value, options } of writeTrueExpiry(cookies)) {
          document.cookie = serializeCookieHeader(name, value, options)
        }
      },
    },
    auth: { flowType: 'pkce' },
    // The caller keeps this one client.
    isSingleton: false,
    global: { fetch: watchedFetch },
  })
}

/** The auth service's own statuses do not count: a wrong password does not end a session. */
async function watchedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const answer = await fetchReports(input, init)
  const url = input instanceof Request ? input.url : String(input)
  if (!new URL(url).pathname.startsWith('/auth/')) noteStatus(answer.status)
  return answer
}
