import { listRoles, roleLabel } from '@/lib/staff/roles'
import { keys } from './keys'
import { useQuery } from './use-query'

/** All roles with their permissions. */
export const useRoles = () => useQuery(keys.roles(), listRoles, { early: 'first' })

/** Labels of roles by key. */
export function useRoleLabel(): (name: string) => string {
  const { data } = useRoles()
  return (name) => {
    const role = data?.find((one) => one.name === name)
    return role ? roleLabel(role) : name
  }
}
