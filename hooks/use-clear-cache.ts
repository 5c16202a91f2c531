import { useCallback, useContext } from 'react'
import { useSWRConfig } from 'swr'
import { InitialDataContext } from './initial-data'

/**
 * Drops all cached data and refetches what is on the page: another user, or other rights, must not see it. Pending requests are
 * dropped too, so that a page opened soon after does not wait for their outdated results.
 */
export function useClearCache(): () => Promise<unknown> {
  const { mutate } = useSWRConfig()
  const { fresh, ahead } = useContext(InitialDataContext)
  return useCallback(() => {
    fresh.clear()
    ahead.clear()
    return mutate(() => true, undefined, { revalidate: true })
  }, [mutate, fresh, ahead])
}
