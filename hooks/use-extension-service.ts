import { extensionsOutOfService } from '@/lib/telephony/extension-service'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useCurrentTenantId } from './use-tenant'

const NONE: ReadonlyMap<string, string> = new Map()

/** Which of these extensions are out of service, and why; empty while loading. */
export function useExtensionService(ids: readonly string[]): ReadonlyMap<string, string> {
  const tenantId = useCurrentTenantId()
  const sortedIds = [...new Set(ids)].sort()
  const { data } = useQuery(
    sortedIds.length > 0 ? keys.extensionService(tenantId, sortedIds) : null,
    (supabase) => extensionsOutOfService(supabase, sortedIds),
    { keepPreviousData: true },
  )
  return data ?? NONE
}
