import { loadStanding } from './member'
import { RESET_PASSWORD_PATH } from './paths'
import { getSupabase } from './supabase/browser-client'

/** The shortest password that staff may choose, in characters. */
export const MINIMUM_PASSWORD_LENGTH = 10

/** Why someone could not sign in, as it is said to them. */
export const SIGN_IN_PROBLEMS = {
  'wrong-credentials': 'The email address or the password is wrong.',
  'too-many-tries': 'Too many tries. Wait a few minutes, then try again.',
  disabled: 'This account is disabled. Ask a superadmin if it should not be.',
  'not-confirmed':
    'This email address is not confirmed yet. Follow the link in the mail that was sent to it.',
  'no-member':
    'Your password is right, but there is no member record for this account. Ask a superadmin to add one.',
  unreachable: 'The sign-in service cannot be reached. Check your connection and try again.',
  unexpected: 'Something went wrong.',
} as const
export type SignInProblem = keyof typeof SIGN_IN_PROBLEMS

const PROBLEM_OF_CODE: Record<string, SignInProblem> = {
  invalid_credentials: 'wrong-credentials',
  over_request_rate_limit: 'too-many-tries',
  user_banned: 'disabled',
  email_not_confirmed: 'not-confirmed',
}

function problemOf(error: { code?: string; status?: number; name: string }): SignInProblem {
  if (error.status === 429) return 'too-many-tries'
  const known = PROBLEM_OF_CODE[error.code ?? '']
  if (known) return known
  return error.name === 'AuthRetryableFetchError' ? 'unreachable' : 'unexpected'
}

/**
 * Signs in and checks that the account belongs to an active member; otherwise signs out again.
 * Answers null on success, else what to say. Never throws.
 */
export async function signIn(email: string, password: string): Promise<SignInProblem | null> {
  try {
    const supabase = await getSupabase()
    const { data, error } = await supabase.auth.signInWithPassword({ email, password })
    if (error) return problemOf(error)
    const { member } = await loadStanding(supabase, data.user.id)
    if (member?.status === 'active') return null
    await supabase.auth.signOut({ scope: 'local' })
    return member ? 'disabled' : 'no-member'
  } catch (error) {
    console.error(error)
    return error instanceof TypeError ? 'unreachable' : 'unexpected'
  }
}

/**
 * Signs out here and in every other tab and browser of this person. Without an answer from the server this browser's
 * session is dropped all the same.
 */
export async function signOut(): Promise<void> {
  const supabase = await getSupabase()
  const { error } = await supabase.auth.signOut()
  if (error) await supabase.auth.signOut({ scope: 'local' })
}

/** What became of a new password: saved, or refused with the reason the server gave, if it gave one. */
export type PasswordOutcome = { saved: true } | { saved: false; reason?: string }

const REASONS: Record<string, string> = {
  same_password: 'The new password is the one you have now.',
  weak_password: `The password is too weak. Use at least ${MINIMUM_PASSWORD_LENGTH} characters.`,
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

/** Gives the signed-in person a new password (specification section 2.7). A failure is also logged (section 7). */
export async function updatePassword(password: string): Promise<PasswordOutcome> {
  try {
    const supabase = await getSupabase()
    const { error } = await supabase.auth.updateUser({ password })
    if (!error) return { saved: true }
    console.error(error)
    return { saved: false, reason: REASONS[error.code ?? ''] }
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
    return SIGN_IN_PROBLEMS[problemOf(error)]
  } catch (error) {
    console.error(error)
    return SIGN_IN_PROBLEMS.unreachable
  }
}
