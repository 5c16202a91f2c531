import { compact, uniq } from 'es-toolkit/array'
import { NO_VALUE } from '@/lib/figures'
import { type DestinationsById, destinationsOfIds } from '@/lib/telephony/destinations-of-ids'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useTenantId } from './use-tenant'

export interface Destinations {
  /** Those loaded so far that the tenant has. */
  byId: DestinationsById
  /** A destination's label: "…" while loading, its id if the tenant has no such destination, a dash for null. */
  labelOf: (id: string | null | undefined) => string
}

const NONE: DestinationsById = new Map()

/** These of the destinations of the page's tenant. */
export function useDestinations(ids: readonly (string | null | undefined)[]): Destinations {
  const tenant = useTenantId()
  const sortedIds = uniq(compact(ids)).toSorted()
  const { data, outdated } = useQuery(
    tenant && sortedIds.length > 0 ? keys.destinations(tenant, ...sortedIds) : null,
    (supabase) => destinationsOfIds(supabase, tenant ?? '', sortedIds),
    { keepPreviousData: true },
  )
  return {
    byId: data ?? NONE,
    labelOf: (id) => (id ? (data?.get(id)?.label ?? (data && !outdated ? id : '…')) : NO_VALUE),
  }
}
