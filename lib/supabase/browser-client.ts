import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types'

export type Supabase = SupabaseClient<Database>

let client: Promise<Supabase> | undefined

/**
 * The browser's one Supabase client, which acts with the signed-in person's rights. Its code is downloaded on the
 * first call, so that no page carries it in its first load; a failed download is tried anew by the next call.
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
