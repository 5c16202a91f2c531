import type { Action, Permission, Section } from '@/lib/session/permissions'
import { newMember } from './clients'
import { newRole, newRolePermission } from './factories/access'
import { insertRow } from './factories/row'

/** A signed-in member of a role with only these permissions. */
export async function memberWith(
  ...rights: readonly Permission[]
): Promise<Awaited<ReturnType<typeof newMember>> & { role: string }> {
  const { name } = await insertRow('roles', await newRole())
  for (const right of rights) {
    const [section, action] = right.split('.') as [Section, Action]
    await insertRow('role_permissions', await newRolePermission({ role: name, section, action }))
  }
  return { ...(await newMember(name)), role: name }
}

/** Permissions for managing staff. */
export const MANAGES = [
  'superadmin.view',
  'superadmin.create',
  'superadmin.edit',
  'superadmin.delete',
] as const satisfies readonly Permission[]
