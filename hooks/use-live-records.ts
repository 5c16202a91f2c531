import { throttle } from 'es-toolkit/function'
import { useEffect } from 'react'
import { keys } from './keys'
import { useSessionLists } from './use-session-lists'
import { useRefresh } from './use-write'

/** A burst of changes, as by an import, asks the server no more often than this. */
const PAUSE_MS = 500

/** Fetches the lists on the page again whenever a company or an opportunity was added, changed or removed, by anyone. */
export function useLiveRecords(): void {
  const lists = useSessionLists()
  const refresh = useRefresh()
  useEffect(() => {
    if (!lists) return
    const refreshLists = throttle(
      () =>
        void refresh(keys.pipeline(), keys.records(null, 'companies'), keys.records(null, 'opportunities')),
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
