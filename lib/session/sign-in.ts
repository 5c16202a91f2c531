import { getSupabase } from '../supabase/browser-client'

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

/** What a refusal by the sign-in service means to the person. */
export function signInProblemOf(error: { code?: string; status?: number; name: string }): SignInProblem {
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
    if (error) return signInProblemOf(error)
    // Needed only now, and the page before sign-in is to be small.
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

/**
 * Signs out here and in every other tab and browser of this person. Without an answer from the server this browser's
 * session is dropped all the same.
 */
export async function signOut(): Promise<void> {
  const supabase = await getSupabase()
  const { error } = await supabase.auth.signOut()
  if (error) await supabase.auth.signOut({ scope: 'local' })
}
