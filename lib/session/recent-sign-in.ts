import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

/** Throws the RequestFailure for which `useRecentSignIn` opens its dialog, if the user's sign-in is not recent. */
export async function requireRecentSignIn(supabase: Supabase): Promise<void> {
  dataOf(await supabase.rpc('require_recent_sign_in'))
}
