import { useEffect, useMemo } from 'react'
import { DESTINATIONS } from '@/lib/labels'
import { inOfferedOrder } from '@/lib/telephony/destination-kinds'
import {
  countDestinations,
  destinationLabels,
  type DestinationOption,
  offeredDestinations,
  type TenantDestinations,
} from '@/lib/telephony/destinations'
import { findDestinations } from '@/lib/telephony/find-destinations'
import { keys } from './keys'
import { useApiQuery } from './use-query'
import { useReferenceLabel } from './use-record-labels'
import { useTenantId } from './use-tenant'
import { type Typeahead, useTypeahead } from './use-typeahead'

/** The destinations of a tenant to choose from, of the given kinds if any, sorted by kind. */
export function useOfferedDestinations(
  tenant: string | null,
  kinds?: readonly string[],
): Typeahead<DestinationOption> {
  const offered = useTypeahead(
    tenant ? (...which) => keys.destinations(tenant, 'offered', ...which) : null,
    (supabase, typed, of) => findDestinations(supabase, tenant ?? '', typed, of),
    kinds,
  )
  return kinds ? { ...offered, found: offered.found?.filter(({ group }) => kinds.includes(group)) } : offered
}

/**
 * The same for the page's tenant, with the label of the selection, or its id if the tenant has no such destination. If all kinds
 * are offered, they have the API's labels. While the list is closed, only the selection's label is loaded.
 */
export function useDestinationChoice(
  value: string | null,
  kinds?: readonly string[],
): Typeahead<DestinationOption> & { label: string | undefined } {
  const tenantId = useTenantId()
  const offered = useOfferedDestinations(tenantId, kinds)
  const { found: listed, all, retry: listAgain } = offered
  const { data: destinations, labels, error, retry } = useTenantDestinations(all === true)
  const label = useReferenceLabel(DESTINATIONS, value, tenantId)
  const found = useMemo(() => {
    if (all !== true) return listed
    return destinations && listed && inOfferedOrder(offeredDestinations(destinations, listed))
  }, [all, destinations, listed])

  // A destination created elsewhere since the page was opened has a label but no id yet.
  const expected = destinations && countDestinations(destinations, kinds)
  const known = found?.filter(({ group }) => group !== 'unknown').length
  const behind = all === true && known !== undefined && expected !== undefined && known < expected
  useEffect(() => {
    if (behind) void listAgain()
  }, [behind, listAgain])

  const chosen = listed?.find(({ id }) => id === value)
  return {
    ...offered,
    found,
    label: (chosen && labels.get(chosen.identifier)) ?? chosen?.label ?? label,
    error: (all === true && !destinations ? error : undefined) ?? offered.error,
    retry: async () => void (await Promise.all([listAgain(), all === true ? retry() : undefined])),
  }
}

const NONE: TenantDestinations = {}

/**
 * The destinations of the page's tenant with their labels (specification section 7); no labels while loading. Fetches nothing on
 * pages without a tenant, or before it is `wanted`.
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
