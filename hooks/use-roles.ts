import { listRoles, roleLabel } from '@/lib/staff/roles'
import { keys } from './keys'
import { useQuery } from './use-query'

export const useRoles = () => useQuery(keys.roles(), listRoles)

/** What roles are called, by their keys. */
export function useRoleLabel(): (name: string) => string {
  const { data } = useRoles()
  return (name) => {
    const role = data?.find((one) => one.name === name)
    return role ? roleLabel(role) : name
  }
}
