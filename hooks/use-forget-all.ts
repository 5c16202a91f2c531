import { useCallback, useContext } from 'react'
import { useSWRConfig } from 'swr'
import { FirstAnswersContext } from './first-answers'

/**
 * Forgets every answer, and asks again for what is on the page: another person, or other rights, must not see it. Requests
 * still under way are forgotten too; a page opened soon after would wait for their answers, which no longer count.
 */
export function useForgetAll(): () => Promise<unknown> {
  const { mutate } = useSWRConfig()
  const { fresh, ahead } = useContext(FirstAnswersContext)
  return useCallback(() => {
    fresh.clear()
    ahead.clear()
    return mutate(() => true, undefined, { revalidate: true })
  }, [mutate, fresh, ahead])
}
