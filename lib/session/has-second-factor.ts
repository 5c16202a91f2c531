import type { User } from '@supabase/supabase-js'

/** Whether the person has set up a second factor; undefined until the auth service has told. */
export function hasSecondFactor(
  user: Pick<User, 'factors' | 'created_at'> | null | undefined,
): boolean | undefined {
  // The server starts a page with the person's id and address alone.
  if (!user?.created_at) return undefined
  return user.factors?.some(({ status }) => status === 'verified') ?? false
}
