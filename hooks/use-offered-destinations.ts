import type { DestinationOption } from '@/lib/telephony/destinations'
import { findDestinations, OFFERED_DESTINATIONS } from '@/lib/telephony/find-destinations'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useRested } from './use-rested'

export interface OfferedDestinations {
  /** In the order of their kinds; undefined while loading. */
  options: readonly DestinationOption[] | undefined
  /** Whether these are all that the tenant has; undefined while loading. */
  all: boolean | undefined
  /** Whether typing finds others. */
  more: boolean
  /** Whether those that fit what is typed are still being looked for. */
  looking: boolean
  error: unknown
  /** Resolves once they are loaded again. */
  retry: () => Promise<unknown>
}

/**
 * The destinations of a tenant to choose from: all of them if they are few, else those of these kinds that fit what is typed.
 * Nothing is asked without a tenant.
 */
export function useOfferedDestinations(
  tenant: string | null,
  typed: string,
  kinds?: readonly string[],
): OfferedDestinations {
  const first = useQuery(tenant ? keys.destinations(tenant, 'offered') : null, (supabase) =>
    findDestinations(supabase, tenant ?? '', ''),
  )
  const all = first.data && first.data.length <= OFFERED_DESTINATIONS
  const words = typed.trim()
  const rested = useRested(words)
  const narrowed = all === false && (rested !== '' || kinds !== undefined)
  const found = useQuery(
    tenant && narrowed ? keys.destinations(tenant, 'offered', rested, ...(kinds ?? [])) : null,
    (supabase) => findDestinations(supabase, tenant ?? '', rested, kinds),
    { keepPreviousData: true },
  )
  const options = narrowed ? found.data : first.data
  return {
    options: kinds ? options?.filter(({ group }) => kinds.includes(group)) : options,
    all,
    more: all === false && (options?.length ?? 0) > OFFERED_DESTINATIONS,
    looking: all === false && (rested !== words || (narrowed && found.loading)),
    error: first.data ? (narrowed && !found.data ? found.error : undefined) : first.error,
    retry: () => Promise.all([first.retry(), found.retry()]),
  }
}
