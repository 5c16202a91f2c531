import { readServices } from '@/lib/live/sources'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useUser } from './use-user'

/** All services that the user may see, sorted by name (specification section 7). */
export function useServices() {
  const user = useUser()
  return useQuery(user ? keys.services(user.id) : null, readServices)
}
