import { STAFF_API, type StaffMember } from '@/lib/staff/staff'
import { auditEntriesOf, type AuditFilter } from '@/lib/trail/recent'
import { keys } from './keys'
import { useApiQuery, useQuery } from './use-query'

/** All users of the back office, with their accounts. */
export const useStaff = () => useApiQuery<StaffMember[]>(keys.staff(), STAFF_API)

/** The newest audit entries about a record, or by a user. */
export const useTrail = (of: AuditFilter) =>
  useQuery(keys.trail(of), (supabase) => auditEntriesOf(supabase, of), { early: true })
