import { listFactors } from '@/lib/session/second-factor'
import { listMemberFactors, listSessions } from '@/lib/session/sessions'
import { keys } from './keys'
import { useQuery } from './use-query'

/** The signed-in person's authenticator apps. */
export const useFactors = (userId: string | undefined) =>
  useQuery(userId ? keys.factors(userId) : null, listFactors)

/** The open sessions of a member; the signed-in person's own for null. */
export const useSessions = (member: string | null) =>
  useQuery(keys.sessions(member), (supabase) => listSessions(supabase, member))

/** A member's authenticator apps, for those who administer members. */
export const useMemberFactors = (member: string) =>
  useQuery(keys.memberFactors(member), (supabase) => listMemberFactors(supabase, member))
