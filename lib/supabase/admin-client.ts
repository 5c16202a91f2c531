import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { ApiFailure } from '../api/failure'
import { serverEnv } from '../server/server-env'
import type { Database } from './database.types'
import { serverSupabaseUrl } from './server-url'

let client: SupabaseClient<Database> | undefined

/** How long scheduled work waits for the database: longer than a statement may take on hosted Supabase (8 s). */
const PATIENCE_MS = 15_000

/**
 * The server's own client. It carries the service key and bypasses every policy, so callers must check permissions themselves.
 * Undefined when no service key is configured.
 */
export function adminClient(): SupabaseClient<Database> | undefined {
  client ??= createAdminClient()
  return client
}

/**
 * The same for scheduled work, which gives up a question to the database after 15 seconds: on a connection that has died silently,
 * Node.js would wait for five minutes, and 911 notifications with it. Files may take longer.
 */
export function jobsClient(): SupabaseClient<Database> | undefined {
  return createAdminClient((input, init) => {
    const isFile = String(input instanceof Request ? input.url : input).includes('/storage/v1/')
    if (isFile) return fetch(input, init)
    const late = AbortSignal.timeout(PATIENCE_MS)
    return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, late]) : late })
  })
}

function createAdminClient(ask?: typeof fetch): SupabaseClient<Database> | undefined {
  const key = serverEnv().SUPABASE_SERVICE_ROLE_KEY
  if (!key) return undefined
  return createClient<Database>(serverSupabaseUrl(), key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: ask },
  })
}

/** The same, but throws ApiFailure 503 without a service key, stating what `cannot` be done: "Quotes cannot be emailed". */
export function requireAdminClient(cannot: string): SupabaseClient<Database> {
  const found = adminClient()
  if (found) return found
  throw new ApiFailure(503, `${cannot}: SUPABASE_SERVICE_ROLE_KEY is not set on the server.`)
}
