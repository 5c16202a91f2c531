import { createServerClient, serializeCookieHeader } from '@supabase/ssr'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { NextApiRequest, NextApiResponse } from 'next'
import { publicEnv } from '../env'
import { readWithMargin } from '../session/recovery-margin'
import { SESSION_COOKIE, SESSION_COOKIE_ENCODING } from '../session/session-cookie'
import type { Database } from './database.types'
import { serverSupabaseUrl } from './server-url'

/**
 * A Supabase client for one API request. It acts with the caller's rights, from the session cookies, and writes a refreshed
 * session back to them.
 */
export function createServerClientFor(req: NextApiRequest, res: NextApiResponse): SupabaseClient<Database> {
  return createServerClient<Database>(serverSupabaseUrl(), publicEnv().supabaseAnonKey, {
    cookieOptions: SESSION_COOKIE,
    cookieEncoding: SESSION_COOKIE_ENCODING,
    cookies: {
      getAll: () =>
        readWithMargin(Object.entries(req.cookies).map(([name, value]) => ({ name, value: value ?? '' }))),
      setAll: (cookies) => {
        for (const { name, value, options } of cookies) {
          res.appendHeader('Set-Cookie', serializeCookieHeader(name, value, options))
        }
      },
    },
  })
}
