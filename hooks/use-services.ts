import useSWR, { type SWRResponse } from 'swr'
import { readServices, type Service } from '@/lib/live/sources'
import { useUser } from './use-user'

/** All services that the person may see, sorted by name (specification section 7). */
export function useServices(): SWRResponse<Service[], unknown> {
  const user = useUser()
  return useSWR(user ? ['services', user.id] : null, readServices)
}
