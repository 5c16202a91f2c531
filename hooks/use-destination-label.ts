import { labelOfDestination } from '@/lib/records/destination-label'
import { keys } from './keys'
import { useQuery } from './use-query'

/** The label of one destination of a tenant: undefined while loading, its id if the tenant has none with it. */
export function useDestinationLabel(tenant: string | null, id: string | null): string | undefined {
  const { data } = useQuery(
    tenant && id ? keys.labels(tenant, ['destinations'], id) : null,
    async (supabase) => (await labelOfDestination(supabase, tenant ?? '', id ?? '')) ?? null,
  )
  return id && data !== undefined ? (data ?? id) : undefined
}
