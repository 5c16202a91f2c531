import { extensionsOutOfService } from '@/lib/telephony/extension-service'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useCurrentTenantId } from './use-tenant'

const NONE: ReadonlyMap<string, string> = new Map()

/** Which of these extensions do not ring (extensionsOutOfService), and why; empty while loading. */
export function useExtensionService(ids: readonly string[], follows: boolean): ReadonlyMap<string, string> {
  const tenantId = useCurrentTenantId()
  const sortedIds = [...new Set(ids)].sort()
  const { data } = useQuery(
    sortedIds.length > 0 ? keys.extensionService(tenantId, sortedIds, follows) : null,
    (supabase) => extensionsOutOfService(supabase, sortedIds, follows),
    { keepPreviousData: true },
  )
  return data ?? NONE
}
