import { GENERIC_FAILURE } from '../errors'
import { getSupabase } from '../supabase/browser-client'

/** Why sign-in failed, in words for the user. */
export const SIGN_IN_PROBLEMS = {
  'wrong-credentials': 'The email address or the password is wrong.',
  'too-many-tries': 'Too many attempts. Wait a minute, then try again.',
  disabled: 'This account is disabled. Ask a superadmin to enable it.',
  'not-confirmed': 'This email address is not confirmed yet. Follow the link in the email we sent you.',
  'no-member':
    'Your password is correct, but this account has no member record. Ask a superadmin to add one.',
  unreachable: 'The sign-in service cannot be reached. Check your connection and try again.',
  unexpected: GENERIC_FAILURE,
} as const
export type SignInProblem = keyof typeof SIGN_IN_PROBLEMS

const PROBLEM_OF_CODE: Record<string, SignInProblem> = {
  invalid_credentials: 'wrong-credentials',
  over_request_rate_limit: 'too-many-tries',
  user_banned: 'disabled',
  email_not_confirmed: 'not-confirmed',
}

/** Turns an error of the sign-in service into a message for the user. */
export function signInProblemOf(error: { code?: string; status?: number; name: string }): SignInProblem {
  if (error.status === 429) return 'too-many-tries'
  const known = PROBLEM_OF_CODE[error.code ?? '']
  if (known) return known
  return error.name === 'AuthRetryableFetchError' ? 'unreachable' : 'unexpected'
}

/**
 * Signs in and checks that the account belongs to an active member; if not, signs out again.
 * Returns null on success, otherwise the message to show. Never throws.
 */
export async function signIn(email: string, password: string): Promise<SignInProblem | null> {
  try {
    const supabase = await getSupabase()
    const { data, error } = await supabase.auth.signInWithPassword({ email, password })
    if (error) return signInProblemOf(error)
    // Loaded here because the sign-in page must stay small until it is submitted.
    const { loadStanding } = await import('./member')
    const { member } = await loadStanding(supabase, data.user.id)
    if (member?.status === 'active') return null
    await supabase.auth.signOut({ scope: 'local' })
    return member ? 'disabled' : 'no-member'
  } catch (error) {
    console.error(error)
    return error instanceof TypeError ? 'unreachable' : 'unexpected'
  }
}

/** How long signing out waits for the server to end the sessions of other browsers. */
const SIGN_OUT_PATIENCE_MS = 3000

/**
 * Signs out here and in all of this user's other tabs and browsers. If the server does not answer in time, this browser's session
 * is removed anyway.
 */
export async function signOut(): Promise<void> {
  const { auth } = await getSupabase()
  const late = new Promise<undefined>((done) => setTimeout(done, SIGN_OUT_PATIENCE_MS))
  const answer = await Promise.race([auth.signOut(), late])
  if (!answer || answer.error) await auth.signOut({ scope: 'local' })
}
