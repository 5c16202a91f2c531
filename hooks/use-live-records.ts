import { throttle } from 'es-toolkit/function'
import { useEffect } from 'react'
import { useSWRConfig } from 'swr'
import { useSessionLists } from './use-session-lists'

/** A burst of inserts, as by an import, asks the server no more often than this. */
const PAUSE_MS = 500

/** Fetches the lists on the page anew whenever a company or an opportunity was inserted, by whomever. */
export function useLiveRecords(): void {
  const lists = useSessionLists()
  const { mutate } = useSWRConfig()
  useEffect(() => {
    if (!lists) return
    const refresh = throttle(() => void mutate(isListed), PAUSE_MS)
    const leave = lists.onInsert(refresh)
    lists.follow()
    return () => {
      leave()
      refresh.cancel()
    }
  }, [lists, mutate])
}

function isListed(key: unknown): boolean {
  if (!Array.isArray(key)) return false
  const [kind, table] = key
  return (
    kind === 'pipeline' ||
    ((kind === 'records' || kind === 'record-count') && (table === 'companies' || table === 'opportunities'))
  )
}
