import useSWR from 'swr'
import { STAFF_API, type StaffMember } from '@/lib/staff/staff'

/** All members of staff, by name; undefined until known. */
export function useStaff() {
  const { data, error, isValidating, mutate } = useSWR<StaffMember[]>(STAFF_API)
  return { staff: data, error, loading: isValidating, refresh: () => mutate() }
}
