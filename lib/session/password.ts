import { RESET_PASSWORD_PATH } from '../paths'
import { getSupabase } from '../supabase/browser-client'
import { SIGN_IN_PROBLEMS, signInProblemOf } from './sign-in'

/** The shortest password that staff may choose, in characters. */
export const MINIMUM_PASSWORD_LENGTH = 10

/** What became of a new password: saved, or refused with the reason the server gave, if it gave one, and its code. */
export type PasswordOutcome = { saved: true } | { saved: false; reason?: string; code?: string }

const REASONS: Record<string, string> = {
  same_password: 'The new password is the one you have now.',
  weak_password: `The password is too weak. Use at least ${MINIMUM_PASSWORD_LENGTH} characters.`,
  current_password_required: 'Your sign-in is too long ago. Ask for a mail to choose a new password.',
  current_password_invalid: 'The current password is wrong.',
  over_request_rate_limit: SIGN_IN_PROBLEMS['too-many-tries'],
}

/** Why a password will be refused before it is sent; undefined when it may be tried. */
export function passwordProblem(password: string): string | undefined {
  if (password === '') return 'Enter a new password.'
  if (password.length < MINIMUM_PASSWORD_LENGTH) {
    return `Use at least ${MINIMUM_PASSWORD_LENGTH} characters.`
  }
  return undefined
}

/**
 * Gives the signed-in person a new password (specification section 2.7). A failure is also logged (section 7). The
 * server may ask for the current one; a session that a mailed link began needs none.
 */
export async function updatePassword(password: string, current?: string): Promise<PasswordOutcome> {
  try {
    const supabase = await getSupabase()
    const { error } = await supabase.auth.updateUser({ password, current_password: current })
    if (!error) return { saved: true }
    console.error(error)
    return { saved: false, reason: REASONS[error.code ?? ''], code: error.code }
  } catch (error) {
    console.error(error)
    return { saved: false }
  }
}

/**
 * Asks for a mail with a link to choose a new password. Answers null when the request was taken, whether there is
 * such an account or not, else what to say.
 */
export async function requestPasswordReset(email: string): Promise<string | null> {
  try {
    const supabase = await getSupabase()
    const redirectTo = new URL(RESET_PASSWORD_PATH, window.location.origin).href
    const { error } = await supabase.auth.resetPasswordForEmail(email, { redirectTo })
    if (!error) return null
    if (error.code === 'over_email_send_rate_limit' || error.status === 429) {
      return 'A mail was sent a moment ago. Wait a minute before you ask for another.'
    }
    return SIGN_IN_PROBLEMS[signInProblemOf(error)]
  } catch (error) {
    console.error(error)
    return SIGN_IN_PROBLEMS.unreachable
  }
}
