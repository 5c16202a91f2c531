import type { Permission, Permissions } from '../session/permissions'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

/** A role with its permissions and member count. */
export interface Role {
  id: string
  name: string
  description: string
  built_in: boolean
  version: number
  members: number
  permissions: Permission[]
}

/**
 * Whether a member with the permissions `own` may grant the role, view as it, or change its holders: nobody grants more than they
 * hold.
 */
export function holdsRole(own: Permissions | undefined, role: Pick<Role, 'permissions'>): boolean {
  return own !== undefined && role.permissions.every((permission) => own.has(permission))
}

/** Every role the caller may see, built-in ones first. */
export async function listRoles(supabase: Supabase): Promise<Role[]> {
  return dataOf(await supabase.rpc('role_list')) as Role[]
}

/** Creates a role (`version` null), or saves it with its permissions if it is still at the version the user saw. */
export async function saveRole(
  supabase: Supabase,
  role: Pick<Role, 'id' | 'name' | 'description' | 'permissions'> & { version: number | null },
): Promise<void> {
  dataOf(
    await supabase.rpc('save_role', {
      role: role.id,
      expected_version: role.version as number,
      name: role.name,
      description: role.description,
      permissions: role.permissions,
    }),
  )
}

/** Deletes a role that no member has. */
export async function deleteRole(supabase: Supabase, id: string, version: number): Promise<void> {
  dataOf(await supabase.from('roles').delete().eq('id', id).eq('version', version).select('id').single())
}

/** Views the app as a role for an hour; null ends it. */
export async function viewAs(supabase: Supabase, role: string | null): Promise<void> {
  dataOf(await supabase.rpc('view_as', { role: role as string }))
}
