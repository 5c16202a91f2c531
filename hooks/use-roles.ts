import { listRoles } from '@/lib/staff/roles'
import { keys } from './keys'
import { useQuery } from './use-query'

export const useRoles = () => useQuery(keys.roles(), listRoles)
