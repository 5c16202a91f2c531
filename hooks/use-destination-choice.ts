import { useEffect, useMemo } from 'react'
import { inOfferedOrder } from '@/lib/telephony/destination-kinds'
import { countDestinations, type DestinationOption, offeredDestinations } from '@/lib/telephony/destinations'
import { useDestinations } from './use-destinations'
import { useListTyping } from './use-narrowed'
import { useOfferedDestinations } from './use-offered-destinations'
import { useTenantId } from './use-tenant'
import { useTenantDestinations } from './use-tenant-destinations'

export interface DestinationChoice {
  /** In the order of their kinds; undefined while loading, and where they cannot be loaded. */
  options: readonly DestinationOption[] | undefined
  /** Of what is chosen, as `labelOf` of {@link useDestinations} has it. */
  label: string
  error: unknown
  /** Whether typing finds others. */
  more: boolean
  /** Whether those that fit what is typed are still being looked for. */
  looking: boolean
  /** Call when the list opens, which loads it. */
  onOpen: () => void
  /** What is typed in the list. */
  onType: (text: string) => void
  /** Resolves once everything is loaded again. */
  retry: () => Promise<unknown>
}

/**
 * The page's tenant's destinations to choose from, of these kinds if given: all of them with the API's labels if they are few, else
 * those that fit what is typed. Of a closed list only the label of what is chosen is loaded.
 */
export function useDestinationChoice(value: string | null, kinds?: readonly string[]): DestinationChoice {
  const tenantId = useTenantId()
  const { opened, typed, onOpen, onType } = useListTyping()
  const offered = useOfferedDestinations(opened ? tenantId : null, typed, kinds)
  const { options: listed, all, retry: listAgain } = offered
  const { data: destinations, labels, error, retry } = useTenantDestinations(all === true)
  const { labelOf } = useDestinations([value])
  const options = useMemo(() => {
    if (all !== true) return listed
    return destinations && listed && inOfferedOrder(offeredDestinations(destinations, listed))
  }, [all, destinations, listed])

  // A destination created elsewhere since the page was opened has a label but no id yet.
  const wanted = destinations && countDestinations(destinations, kinds)
  const known = options?.filter(({ group }) => group !== 'unknown').length
  const behind = all === true && known !== undefined && wanted !== undefined && known < wanted
  useEffect(() => {
    if (behind) listAgain().catch(() => undefined)
  }, [behind, listAgain])

  const chosen = listed?.find(({ id }) => id === value)
  return {
    options,
    label: (chosen && labels.get(chosen.identifier)) ?? chosen?.label ?? labelOf(value),
    error: (all === true && !destinations ? error : undefined) ?? offered.error,
    more: offered.more,
    looking: offered.looking,
    onOpen,
    onType,
    retry: () => Promise.all([listAgain(), all === true ? retry() : undefined]),
  }
}
