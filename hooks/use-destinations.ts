import { useMemo } from 'react'
import { dataOf } from '@/lib/supabase/answer'
import { inOfferedOrder } from '@/lib/telephony/destination-kinds'
import { type DestinationOption, destinationOptions } from '@/lib/telephony/destinations'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useTenantId } from './use-tenant'

export interface DestinationsState {
  /** In the groups' order; undefined until they are known. */
  options: readonly DestinationOption[] | undefined
  byId: ReadonlyMap<string, DestinationOption>
  /** The label of a destination's id; the id itself when the tenant has none such, a dash for none. */
  labelOf: (id: string | null | undefined) => string
  error: unknown
  /** Resolves once they have been read anew. */
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
