import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { ApiFailure } from '../api/failure'
import { serverEnv } from '../server-env'
import type { Database } from './database.types'
import { serverSupabaseUrl } from './server-url'

let client: SupabaseClient<Database> | undefined

/**
 * The server's own client. It carries the service key and bypasses every policy, so callers must check permissions themselves.
 * Undefined when no service key is configured.
 */
export function adminClient(): SupabaseClient<Database> | undefined {
  if (client) return client
  const key = serverEnv().SUPABASE_SERVICE_ROLE_KEY
  if (!key) return undefined
  client = createClient<Database>(serverSupabaseUrl(), key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
  return client
}

/** The same, but throws ApiFailure 503 without a service key, stating what `cannot` be done: "Quotes cannot be mailed". */
export function requireAdminClient(cannot: string): SupabaseClient<Database> {
  const found = adminClient()
  if (found) return found
  throw new ApiFailure(503, `${cannot}: SUPABASE_SERVICE_ROLE_KEY is not set on the server.`)
}
