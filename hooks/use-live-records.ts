import { throttle } from 'es-toolkit/function'
import { useEffect } from 'react'
import { keys } from './keys'
import { useSessionLists } from './use-session-lists'
import { useRefresh } from './use-write'

/** Limits requests during a burst of changes, such as an import. */
const PAUSE_MS = 500

/** Refreshes the lists on the page, that of tenants too, when a company or an opportunity was added, changed or removed, by anyone. */
export function useLiveRecords(): void {
  const lists = useSessionLists()
  const refresh = useRefresh()
  useEffect(() => {
    if (!lists) return
    const refreshLists = throttle(
      () =>
        void refresh(
          keys.pipeline(),
          keys.tenants(),
          keys.records(null, 'companies'),
          keys.records(null, 'opportunities'),
        ),
      PAUSE_MS,
    )
    const leave = lists.onChange(refreshLists)
    lists.follow()
    return () => {
      leave()
      refreshLists.cancel()
    }
  }, [lists, refresh])
}
