import { STAFF_API, type StaffMember } from '@/lib/staff/staff'
import { type TrailOf, trailOf } from '@/lib/trail/newest'
import { keys } from './keys'
import { useApiQuery, useQuery } from './use-query'

export const useStaff = () => useApiQuery<StaffMember[]>(keys.staff(), STAFF_API)

/** The newest audit entries about a record, or by a user. */
export const useTrail = (of: TrailOf) => useQuery(keys.trail(of), (supabase) => trailOf(supabase, of))
