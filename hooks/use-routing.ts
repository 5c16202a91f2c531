import { loadRouting } from '@/lib/telephony/tenant-routing'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useTenantId } from './use-tenant'

/** The current tenant's routing; null if the user sees none. */
export function useRouting() {
  const tenantId = useTenantId()
  return useQuery(tenantId === null ? null : keys.routing(tenantId), (supabase) =>
    loadRouting(supabase, tenantId ?? ''),
  )
}
