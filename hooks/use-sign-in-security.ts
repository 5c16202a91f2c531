import { listFactors } from '@/lib/session/second-factor'
import { listMemberFactors, listSessions } from '@/lib/session/sessions'
import { keys } from './keys'
import { useQuery } from './use-query'

/** The signed-in user's authenticator apps. */
export const useFactors = (userId: string | undefined) =>
  useQuery(userId ? keys.factors(userId) : null, listFactors)

/** A member's open sessions; the user's own for null. */
export const useSessions = (member: string | null) =>
  useQuery(keys.sessions(member), (supabase) => listSessions(supabase, member))

/** A member's authenticator apps, for users who administer members. */
export const useMemberFactors = (member: string) =>
  useQuery(keys.memberFactors(member), (supabase) => listMemberFactors(supabase, member))
