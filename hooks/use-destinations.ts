import { useMemo } from 'react'
import { dataOf } from '@/lib/supabase/answer'
import { inOfferedOrder } from '@/lib/telephony/destination-kinds'
import { type DestinationOption, destinationOptions } from '@/lib/telephony/destinations'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useTenantId } from './use-tenant'

export interface DestinationsState {
  /** In the order of their kinds; undefined while loading. */
  options: readonly DestinationOption[] | undefined
  byId: ReadonlyMap<string, DestinationOption>
  /** A destination's label: its id if the tenant has no such destination, a dash for null. */
  labelOf: (id: string | null | undefined) => string
  error: unknown
  /** Resolves once they are loaded again. */
  retry: () => Promise<void>
}

const NONE: readonly DestinationOption[] = []

/** Where a tenant's calls can be sent, each with the id that a route stores; the page's tenant unless said otherwise. */
export function useDestinations(of?: string | null): DestinationsState {
  const own = useTenantId()
  const tenant = of === undefined ? own : of
  const { data, error, retry } = useQuery(
    tenant === null ? null : keys.destinations(tenant),
    async (supabase) =>
      inOfferedOrder(
        destinationOptions(dataOf(await supabase.rpc('tenant_destinations', { tenant: tenant ?? '' }))),
      ),
    { keepPreviousData: true },
  )
  return useMemo(() => {
    const byId = new Map((data ?? NONE).map((option) => [option.id, option]))
    return {
      options: data,
      byId,
      labelOf: (id) => (id ? (byId.get(id)?.label ?? (data ? id : '…')) : '—'),
      error: data ? undefined : error,
      retry,
    }
  }, [data, error, retry])
}
