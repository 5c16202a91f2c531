import { useRouter } from 'next/router'
import { useMemo } from 'react'
import useSWR from 'swr'
import { destinationLabels, type TenantDestinations } from '@/lib/telephony/destinations'

export interface TenantDestinationsState {
  destinations: TenantDestinations | undefined
  /** Identifier to label, the envelope as a symbol; empty until the destinations are known. */
  labels: ReadonlyMap<string, string>
  loading: boolean
  error: unknown
  retry: () => void
}

const NONE: TenantDestinations = {}

/** Where calls of the tenant in the address can be sent; nothing is fetched on pages without a tenant. */
export function useTenantDestinations(): TenantDestinationsState {
  const { tenantId } = useRouter().query
  const { data, error, isLoading, mutate } = useSWR<TenantDestinations>(
    typeof tenantId === 'string' ? `/api/tenants/${encodeURIComponent(tenantId)}/tenant-destinations` : null,
  )
  const labels = useMemo(() => destinationLabels(data ?? NONE), [data])
  return { destinations: data, labels, loading: isLoading, error, retry: () => void mutate() }
}
