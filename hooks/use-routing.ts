import { loadRouting } from '@/lib/telephony/tenant-routing'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useTenantId } from './use-tenant'

/** How the current tenant's calls are routed; null when there is none for the reader. */
export function useRouting() {
  const tenantId = useTenantId()
  return useQuery(tenantId === null ? null : keys.routing(tenantId), (supabase) =>
    loadRouting(supabase, tenantId ?? ''),
  )
}
