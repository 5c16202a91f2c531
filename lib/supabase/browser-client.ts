import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types'

export type Supabase = SupabaseClient<Database>

let client: Promise<Supabase> | undefined

/**
 * The browser's only Supabase client; it acts with the signed-in user's rights. Its code downloads on the first call, so that it
 * is in no page's first load; after a failed download the next call tries again.
 */
export function getSupabase(): Promise<Supabase> {
  client ??= import('./create-browser-client')
    .then(({ createClient }) => createClient())
    .catch((error: unknown) => {
      client = undefined
      throw error
    })
  return client
}
