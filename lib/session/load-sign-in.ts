import { getSupabase } from '../supabase/browser-client'

/** Downloads what signs people in and, beside it, the client that it uses. Rejects when the download fails. */
export function loadSignIn() {
  getSupabase().catch(() => undefined)
  return import('./sign-in')
}
