import { extensionsOutOfService } from '@/lib/telephony/extension-service'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useCurrentTenantId } from './use-tenant'

const NONE: ReadonlyMap<string, string> = new Map()

/** Which of these extensions are out of service, and why; empty while loading. */
export function useExtensionService(ids: readonly string[]): ReadonlyMap<string, string> {
  const tenantId = useCurrentTenantId()
  const wanted = [...new Set(ids)].sort()
  const { data } = useQuery(
    wanted.length > 0 ? keys.extensionService(tenantId, wanted) : null,
    (supabase) => extensionsOutOfService(supabase, wanted),
    { keepPreviousData: true },
  )
  return data ?? NONE
}
