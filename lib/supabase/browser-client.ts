import type { SupabaseClient } from '@supabase/supabase-js'
import { publicEnv } from '../env'
import type { Database } from './database.types'
import { SESSION_COOKIE, SESSION_COOKIE_ENCODING } from './session-cookie'

export type Supabase = SupabaseClient<Database>

let client: Promise<Supabase> | undefined

/**
 * The browser's one Supabase client, which acts with the signed-in person's rights. Its code is downloaded on the
 * first call, so that no page carries it in its first load; a failed download is tried anew by the next call.
 * Sessions live in cookies and sign-in uses PKCE (specification section 9).
 */
export function getSupabase(): Promise<Supabase> {
  client ??= createClient().catch((error: unknown) => {
    client = undefined
    throw error
  })
  return client
}

async function createClient(): Promise<Supabase> {
  const { supabaseUrl, supabaseAnonKey } = publicEnv()
  const { createBrowserClient } = await import('@supabase/ssr')
  return createBrowserClient<Database>(supabaseUrl, supabaseAnonKey, {
    cookieOptions: SESSION_COOKIE,
    cookieEncoding: SESSION_COOKIE_ENCODING,
    auth: { flowType: 'pkce' },
  })
}
