import { useEffect, useMemo, useState } from 'react'
import { inOfferedOrder } from '@/lib/telephony/destination-kinds'
import { countDestinations, type DestinationOption, offeredDestinations } from '@/lib/telephony/destinations'
import { useDestinations } from './use-destinations'
import { useTenantDestinations } from './use-tenant-destinations'

export interface DestinationChoice {
  /** In the order of their kinds; undefined while loading, and where they cannot be loaded. */
  options: readonly DestinationOption[] | undefined
  /** A destination's label, or its id if the tenant has no such destination. */
  labelOf: (id: string) => string
  error: unknown
  /** Call when the list opens, which loads it. */
  onOpen: () => void
  /** Resolves once everything is loaded again. */
  retry: () => Promise<unknown>
}

/** The destinations to choose from, with the API's labels and the database's ids. Nothing is loaded for a closed list without a value. */
export function useDestinationChoice(value: string | null): DestinationChoice {
  const [opened, setOpened] = useState(false)
  const wanted = opened || value !== null
  const {
    options: listed,
    byId,
    labelOf,
    error: listError,
    retry: listAgain,
  } = useDestinations(wanted ? undefined : null)
  const { data: destinations, labels, error, retry } = useTenantDestinations(opened)
  const options = useMemo(
    () => destinations && listed && inOfferedOrder(offeredDestinations(destinations, listed)),
    [destinations, listed],
  )

  // A destination created elsewhere since the page was opened has a label but no id yet.
  const known = options?.filter(({ group }) => group !== 'unknown').length
  const behind = known !== undefined && destinations !== undefined && known < countDestinations(destinations)
  useEffect(() => {
    if (behind) listAgain().catch(() => undefined)
  }, [behind, listAgain])

  return {
    options,
    labelOf(id) {
      const identifier = byId.get(id)?.identifier
      return (identifier === undefined ? undefined : labels.get(identifier)) ?? labelOf(id)
    },
    error: (destinations ? undefined : error) ?? listError,
    onOpen: () => setOpened(true),
    retry: () => Promise.all([listAgain(), opened ? retry() : undefined]),
  }
}
