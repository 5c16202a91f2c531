import { useContext, useMemo } from 'react'
import useSWR from 'swr'
import { destinationLabels, type TenantDestinations } from '@/lib/telephony/destinations'
import { TenantContext } from './use-tenant'

export interface TenantDestinationsState {
  destinations: TenantDestinations | undefined
  /** Identifier to label, the envelope as a symbol; empty until the destinations are known. */
  labels: ReadonlyMap<string, string>
  error: unknown
  /** Resolves once they have been read anew. */
  retry: () => Promise<unknown>
}

const NONE: TenantDestinations = {}

/**
 * Where calls of the tenant in the address can be sent (specification section 7). Nothing is fetched on pages without a
 * tenant, nor before it is `wanted`.
 */
export function useTenantDestinations(wanted: boolean): TenantDestinationsState {
  const tenantId = useContext(TenantContext)?.id
  const { data, error, mutate } = useSWR<TenantDestinations>(
    wanted && tenantId ? `/api/tenants/${encodeURIComponent(tenantId)}/tenant-destinations` : null,
  )
  const labels = useMemo(() => destinationLabels(data ?? NONE), [data])
  return { destinations: data, labels, error: data ? undefined : error, retry: () => mutate() }
}
