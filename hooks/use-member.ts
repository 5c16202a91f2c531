import type { BusinessDay } from '@/lib/dates/business-day'
import { type FactorNeeded, loadStanding, type Member } from '@/lib/session/member'
import type { Permissions } from '@/lib/session/permissions'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useUser } from './use-user'

/** The signed-in user's member record and what their role allows. */
export interface MemberState {
  /** undefined while loading, null if the user has no member record. */
  member: Member | null | undefined
  /** undefined until the role is known. */
  permissions: Permissions | undefined
  /** The second factor required before anything is granted. */
  needed: FactorNeeded | undefined
  /** The zone of the business day; UTC until it is known. */
  timeZone: string
  /** undefined until it is known. */
  businessDay: BusinessDay | undefined
  /** True until the member lookup completes; stays true if nobody is signed in (specification section 4). */
  loading: boolean
  error: unknown
  /** Looks the member up again; always the same function. */
  retry: () => void
}

/** Looks up the member once per signed-in user; a failure is logged and ends the loading state (section 7). */
export function useMember(): MemberState {
  const user = useUser()
  const { data, error, retry } = useQuery(
    user ? keys.standing(user.id) : null,
    (supabase) => loadStanding(supabase, user?.id ?? ''),
    { early: true, onError: (failure) => console.error(failure) },
  )
  return {
    member: data?.member,
    permissions: data?.permissions,
    needed: data?.needed,
    timeZone: data?.timeZone ?? 'UTC',
    businessDay: data?.businessDay,
    loading: !data && !error,
    error: data ? undefined : error,
    retry,
  }
}
