import { ROLE_PERMISSIONS } from '../supabase/role-permissions'

/** The sections of the product that permissions cover, in the order of the screens. */
export const SECTIONS = ROLE_PERMISSIONS.section.choices
export type Section = (typeof SECTIONS)[number]

/** The actions a role may be allowed in a section. */
export const ACTIONS = ROLE_PERMISSIONS.action.choices
export type Action = (typeof ACTIONS)[number]

/** One permission, as `section.action`. */
export type Permission = `${Section}.${Action}`
export type Permissions = ReadonlySet<Permission>

/** Builds the set from rows of role_permissions; names this build does not know are skipped. */
export function permissionsFrom(rows: readonly { section: string; action: string }[]): Permissions {
  const known = rows.filter(
    (row) => SECTIONS.includes(row.section as Section) && ACTIONS.includes(row.action as Action),
  )
  return new Set(known.map((row) => `${row.section}.${row.action}` as Permission))
}

/** Whether the permissions include the action; an unknown member (undefined) has none. */
export function may(
  permissions: Permissions | undefined,
  section: Section,
  action: Action = 'view',
): boolean {
  return permissions?.has(`${section}.${action}`) ?? false
}
