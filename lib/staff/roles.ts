import type { Permission, Permissions } from '../session/permissions'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

/** A role with its matrix and how many members have it. */
export interface Role {
  id: string
  name: string
  description: string
  built_in: boolean
  version: number
  members: number
  permissions: Permission[]
}

/** Whether who has `own` may give the role, take it on, or change who has it: nobody gives more than they hold. */
export function holdsRole(own: Permissions | undefined, role: Pick<Role, 'permissions'>): boolean {
  return own !== undefined && role.permissions.every((permission) => own.has(permission))
}

/** Every role that the caller may see, those of the product first. Throws RequestFailure. */
export async function listRoles(supabase: Supabase): Promise<Role[]> {
  return dataOf(await supabase.rpc('role_list')) as Role[]
}

/** Makes a role (`version` null) or saves it over the version that was seen, its matrix with it. Throws RequestFailure. */
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

/** Removes a role that no member has. Throws RequestFailure. */
export async function deleteRole(supabase: Supabase, id: string, version: number): Promise<void> {
  dataOf(await supabase.from('roles').delete().eq('id', id).eq('version', version).select('id').single())
}

/** Takes on the rights of a role for an hour; null lays them down again. Throws RequestFailure. */
export async function viewAs(supabase: Supabase, role: string | null): Promise<void> {
  dataOf(await supabase.rpc('view_as', { role: role as string }))
}
