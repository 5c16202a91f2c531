import type { User } from '@supabase/supabase-js'

/** Whether the user has set up a second factor; undefined until the auth service has answered. */
export function hasSecondFactor(
  user: Pick<User, 'factors' | 'created_at'> | null | undefined,
): boolean | undefined {
  // The server renders a page with the user's id and address only.
  if (!user?.created_at) return undefined
  return user.factors?.some(({ status }) => status === 'verified') ?? false
}
