import type { Action, Permission, Section } from '@/lib/session/permissions'

/** Stands in for hooks/use-member: a member with the permissions of `grant`. */
const member = {
  permissions: new Set<Permission>(),
  timeZone: 'America/New_York',
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
