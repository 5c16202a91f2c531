import { hasWords } from '../unaccented'
import type { StaffMember } from './staff'

export const STAFF_SORTS = ['name', 'email', 'role', 'last_sign_in'] as const
export const STAFF_STATUSES = ['active', 'invited', 'disabled'] as const

/** A query of the staff list; empty texts and null do not filter. */
export interface StaffQuery {
  search: string
  role: string
  status: (typeof STAFF_STATUSES)[number] | null
  sort: (typeof STAFF_SORTS)[number]
  descending: boolean
}

const SORT_VALUES: Record<StaffQuery['sort'], (member: StaffMember) => string> = {
  name: (member) => member.full_name || member.email,
  email: (member) => member.email,
  role: (member) => member.user_role,
  last_sign_in: (member) => member.last_sign_in_at ?? '',
}

/** A member's status: disabled outranks invited. */
export function statusOf(member: Pick<StaffMember, 'status' | 'invited'>): StaffQuery['status'] {
  if (member.status !== 'active') return 'disabled'
  return member.invited ? 'invited' : 'active'
}

/** The members a query matches, in its order; the sort is stable. */
export function selectStaff(staff: readonly StaffMember[], query: StaffQuery): StaffMember[] {
  const value = SORT_VALUES[query.sort]
  const sign = query.descending ? -1 : 1
  return staff
    .filter((member) => hasWords(`${member.full_name} ${member.email}`, query.search))
    .filter((member) => query.role === '' || member.user_role === query.role)
    .filter((member) => query.status === null || statusOf(member) === query.status)
    .sort((one, other) => sign * value(one).localeCompare(value(other), 'en', { sensitivity: 'base' }))
}
