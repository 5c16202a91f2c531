/** The sections of the product that permissions cover. The database checks the same names (table role_permissions). */
export const SECTIONS = [
  'dashboard',
  'customers',
  'sales',
  'numbers',
  'tenants',
  'telephony',
  'billing',
  'inventory',
  'reports',
  'superadmin',
] as const
export type Section = (typeof SECTIONS)[number]

/** The actions a role may be allowed in a section. */
export const ACTIONS = ['view', 'create', 'edit', 'delete', 'export', 'reveal_secrets', 'listen'] as const
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
