import { throttle } from 'es-toolkit/function'
import { useEffect, useEffectEvent } from 'react'
import { type Key, keys } from './keys'
import { useSessionLists } from './use-session-lists'
import { useRefresh } from './use-write'

/** Limits requests during a burst of changes, such as an import. */
const PAUSE_MS = 500

const LISTS = [
  keys.pipeline(),
  keys.tenants(),
  keys.records(null, 'companies'),
  keys.records(null, 'opportunities'),
]

/**
 * Refreshes the page's lists, the tenants' and the keys in `also` when anyone adds, changes or removes a company or an opportunity.
 */
export function useLiveRecords(also: readonly Key[] = []): void {
  const lists = useSessionLists()
  const refresh = useRefresh()
  const changed = useEffectEvent(() => refresh(...LISTS, ...also))
  useEffect(() => {
    if (!lists) return
    const refreshLists = throttle(() => void changed(), PAUSE_MS)
    const leave = lists.onChange(refreshLists)
    lists.follow()
    return () => {
      leave()
      refreshLists.cancel()
    }
  }, [lists])
}
