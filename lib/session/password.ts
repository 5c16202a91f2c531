import type { User } from '@supabase/supabase-js'
import { RESET_PASSWORD_PATH } from '../paths'
import { getSupabase } from '../supabase/browser-client'
import { hasSecondFactor } from './has-second-factor'
import { MINIMUM_PASSWORD_LENGTH } from './password-length'
import { SIGN_IN_PROBLEMS, signInProblemOf } from './sign-in'

/** Result of a password change: saved, or refused with the server's reason (if any) and its code. */
export type PasswordOutcome = { saved: true } | { saved: false; reason?: string; code?: string }

const REASONS: Record<string, string> = {
  same_password: 'The new password must differ from the current one.',
  weak_password: `The password is too weak. Use at least ${MINIMUM_PASSWORD_LENGTH} characters.`,
  current_password_required: 'You signed in too long ago. Request an email to choose a new password.',
  reauthentication_needed:
    'You signed in too long ago. Sign out and in again, or request an email to choose a new password.',
  current_password_invalid: 'The current password is wrong.',
  over_request_rate_limit: SIGN_IN_PROBLEMS['too-many-tries'],
}

/** Why a password would be refused, checked before sending; undefined when it may be tried. */
export function passwordProblem(password: string): string | undefined {
  if (password === '') return 'Enter a new password.'
  if (password.length < MINIMUM_PASSWORD_LENGTH) {
    return `Use at least ${MINIMUM_PASSWORD_LENGTH} characters.`
  }
  return undefined
}

/**
 * Sets a new password for the signed-in user (specification section 2.7). Failures are also logged (section 7). The server may
 * ask for the current password; a session from a mailed link needs none.
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
 * Signs in with the password that was chosen by a mailed link, and ends the link's session: for a day, the auth service would let whoever
 * finds it open choose another password without this one. Users with a second factor keep it, because they would have to enter another
 * code. Never throws: the password is saved.
 */
export async function leaveLinkSession(user: User, password: string): Promise<void> {
  if (!user.email || hasSecondFactor(user)) return
  try {
    const { auth } = await getSupabase()
    const { error } = await auth.signInWithPassword({ email: user.email, password })
    const ended = error ?? (await auth.signOut({ scope: 'others' })).error
    if (ended) console.error(ended)
  } catch (error) {
    console.error(error)
  }
}

/**
 * Requests an email with a link to choose a new password. Returns null when the request was accepted, whether or not the account
 * exists; otherwise the message to show.
 */
export async function requestPasswordReset(email: string): Promise<string | null> {
  try {
    const supabase = await getSupabase()
    const redirectTo = new URL(RESET_PASSWORD_PATH, window.location.origin).href
    const { error } = await supabase.auth.resetPasswordForEmail(email, { redirectTo })
    if (!error) return null
    if (error.code === 'over_request_rate_limit') {
      return 'Several emails have been requested already. Wait a few minutes before you request another.'
    }
    if (error.code === 'over_email_send_rate_limit' || error.status === 429) {
      return 'An email was sent a moment ago. Wait a minute before you request another.'
    }
    return SIGN_IN_PROBLEMS[signInProblemOf(error)]
  } catch (error) {
    console.error(error)
    return SIGN_IN_PROBLEMS.unreachable
  }
}
