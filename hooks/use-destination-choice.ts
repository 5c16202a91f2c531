import { useEffect, useMemo, useState } from 'react'
import { inOfferedOrder } from '@/lib/telephony/destination-kinds'
import { countDestinations, type DestinationOption, offeredDestinations } from '@/lib/telephony/destinations'
import { useDestinations } from './use-destinations'
import { useTenantDestinations } from './use-tenant-destinations'

export interface DestinationChoice {
  /** In the order in which they are looked for; undefined until they are known, and where they cannot be. */
  options: readonly DestinationOption[] | undefined
  /** The label of a chosen destination's id; the id itself where the tenant has none such. */
  labelOf: (id: string) => string
  error: unknown
  /** To be called when the list opens: only then is it asked for. */
  onOpen: () => void
  /** Resolves once everything has been read anew. */
  retry: () => Promise<unknown>
}

/** Where calls can be sent, to choose from: under the labels of the API, by the ids of the database. */
export function useDestinationChoice(): DestinationChoice {
  const [opened, setOpened] = useState(false)
  const { options: listed, byId, labelOf, error: listError, retry: listAgain } = useDestinations()
  const { data: destinations, labels, error, retry } = useTenantDestinations(opened)
  const options = useMemo(
    () => destinations && listed && inOfferedOrder(offeredDestinations(destinations, listed)),
    [destinations, listed],
  )

  // What was made elsewhere since the page was opened has a label already, but no id.
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
