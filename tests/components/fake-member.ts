import { dayOfIsoDate } from '@/lib/dates/calendar'
import { todayIn } from '@/lib/dates/day'
import { instantsOf } from '@/lib/dates/zone-clock'
import type { Action, Permission, Section } from '@/lib/session/permissions'

/** Stands in for hooks/use-member: a member with the permissions of `grant`. */
const member = {
  permissions: new Set<Permission>(),
  timeZone: 'America/New_York',
  get businessDay() {
    const today = todayIn(this.timeZone)
    const [end = 0] = instantsOf(this.timeZone, { day: (dayOfIsoDate(today) ?? 0) + 1, minute: 0 })
    return { today, ends_at: new Date(end).toISOString() }
  },
  retry: () => undefined,
}
export const useMember = () => member

/** Gives the member these actions in a section, and nothing else. */
export function grant(section: Section, ...actions: readonly Action[]): void {
  member.permissions = new Set(actions.map((action): Permission => `${section}.${action}`))
}

/** Moves the company to a time zone; it is in New York otherwise. */
export function moveCompany(zone: string): void {
  member.timeZone = zone
}
