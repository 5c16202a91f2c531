import { Refusal } from '../errors'
import type { Permission, Permissions } from '../session/permissions'
import { dataOf, orNull } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { unaccented } from '../unaccented'

/** A role with its permissions and member count. */
export interface Role {
  id: string
  /** The key that members reference. */
  name: string
  /** Display name; empty if it equals the key. */
  label: string
  description: string
  built_in: boolean
  /** Whether the role grants nothing without a second factor. */
  second_factor: boolean
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

/** A role's label; its key if it has none. */
export function roleLabel({ name, label }: Pick<Role, 'name' | 'label'>): string {
  return label || name
}

/** The key of a new role, from its label: "Night desk (east)" becomes "night-desk-east". Empty if no letter is left. */
export function roleKey(label: string): string {
  return unaccented(label)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 32)
    .replace(/-+$/, '')
}

/** Every role the caller may see, built-in ones first. */
export async function listRoles(supabase: Supabase): Promise<Role[]> {
  return dataOf(await supabase.rpc('role_list')) as Role[]
}

/**
 * Creates a role (`version` null), or saves it with its permissions if it is still at the version the user saw. Resolves to the
 * stored version.
 */
export async function saveRole(
  supabase: Supabase,
  role: Pick<Role, 'id' | 'name' | 'label' | 'description' | 'permissions' | 'second_factor'> & {
    version: number | null
  },
): Promise<number> {
  const stored = dataOf(
    await supabase.rpc('save_role', {
      role: role.id,
      expected_version: orNull(role.version),
      name: role.name,
      label: role.label,
      description: role.description,
      permissions: role.permissions,
      second_factor: role.second_factor,
    }),
  )
  return stored.version
}

/** Deletes a role that is still at the version the user saw. Throws Refusal: 'conflict', 'in-use'. */
export async function deleteRole(supabase: Supabase, id: string, version: number): Promise<void> {
  const deletion = supabase.from('roles').delete().eq('id', id).eq('version', version)
  if (dataOf(await deletion.select('id')).length === 0) {
    throw new Refusal('Someone else has saved or deleted this role since you opened it.', 409, 'conflict')
  }
}

/** Views the app as a role for an hour; null ends it. */
export async function viewAs(supabase: Supabase, role: string | null): Promise<void> {
  dataOf(await supabase.rpc('view_as', { role: orNull(role) }))
}
