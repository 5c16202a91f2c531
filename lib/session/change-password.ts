import { RequestFailure } from '../errors'
import { getSupabase } from '../supabase/browser-client'
import { type PasswordOutcome, updatePassword } from './password'
import { isPasswordNeeded, PASSWORD_NEEDED } from './password-needed'
import { requireRecentSignIn } from './recent-sign-in'

/** Supabase's error codes that ask for the current password or a new sign-in first. */
const NEEDED = ['current_password_required', 'reauthentication_needed']

/**
 * Sets a new password for the signed-in user if their sign-in is recent or `current` is their password. If it is neither and no `current`
 * was given, throws the RequestFailure for which `useRecentSignIn` opens its dialog.
 */
export async function changePassword(password: string, current?: string): Promise<PasswordOutcome> {
  try {
    if (current === undefined) await requireRecentSignIn(await getSupabase())
  } catch (error) {
    if (isPasswordNeeded(error)) throw error
    console.error(error)
    return { saved: false }
  }
  const outcome = await updatePassword(password, current)
  if (!outcome.saved && current === undefined && NEEDED.includes(outcome.code ?? '')) {
    throw new RequestFailure('Enter your password again.', 403, { code: PASSWORD_NEEDED })
  }
  return outcome
}
