import useSWR, { type SWRResponse } from 'swr'
import { type InventoryItem, readInventory } from '@/lib/live/sources'
import { useUser } from './use-user'

/** All stock that the person may see, sorted by name (specification section 7). */
export function useInventory(): SWRResponse<InventoryItem[], unknown> {
  const user = useUser()
  return useSWR(user ? ['inventory', user.id] : null, readInventory)
}
