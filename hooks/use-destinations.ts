import { useContext, useMemo } from 'react'
import useSWR from 'swr'
import { dataOf } from '@/lib/supabase/answer'
import { getSupabase } from '@/lib/supabase/browser-client'
import { inOfferedOrder } from '@/lib/telephony/destination-kinds'
import { type DestinationOption, destinationOptions } from '@/lib/telephony/destinations'
import { TenantContext } from './use-tenant'

export interface DestinationsState {
  /** In the groups' order; undefined until they are known. */
  options: readonly DestinationOption[] | undefined
  byId: ReadonlyMap<string, DestinationOption>
  /** The label of a destination's id; the id itself when the tenant has none such, a dash for none. */
  labelOf: (id: string | null | undefined) => string
  error: unknown
  /** Resolves once they have been read anew. */
  retry: () => Promise<unknown>
}

const NONE: readonly DestinationOption[] = []

/** Where the current tenant's calls can be sent, each with the id that a route stores. */
export function useDestinations(): DestinationsState {
  const tenant = useContext(TenantContext)
  const { data, error, mutate } = useSWR(
    tenant ? (['destinations', tenant.id] as const) : null,
    async ([, id]) =>
      inOfferedOrder(
        destinationOptions(dataOf(await (await getSupabase()).rpc('tenant_destinations', { tenant: id }))),
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
      retry: async () => mutate(),
    }
  }, [data, error, mutate])
}
