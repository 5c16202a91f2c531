import { getSupabase } from '../supabase/browser-client'

/** Downloads the sign-in code and the client it uses, in parallel. Rejects if a download fails. */
export function loadSignIn() {
  getSupabase().catch(() => undefined)
  return import('./sign-in')
}
