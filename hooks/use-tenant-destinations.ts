import { useMemo } from 'react'
import { destinationLabels, type TenantDestinations } from '@/lib/telephony/destinations'
import { keys } from './keys'
import { useApiQuery } from './use-query'
import { useTenantId } from './use-tenant'

const NONE: TenantDestinations = {}

/**
 * Where calls of the page's tenant can be sent, and the label of each (specification section 7); no labels until they
 * are known. Nothing is fetched on pages without a tenant, nor before it is `wanted`.
 */
export function useTenantDestinations(wanted: boolean) {
  const tenantId = useTenantId()
  const query = useApiQuery<TenantDestinations>(
    wanted && tenantId ? keys.offeredDestinations(tenantId) : null,
    `/api/tenants/${encodeURIComponent(tenantId ?? '')}/tenant-destinations`,
  )
  const labels = useMemo(() => destinationLabels(query.data ?? NONE), [query.data])
  return { ...query, labels }
}
