import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { SearchFeedState } from '@/lib/live/search-feed'
import type { SessionLists } from '@/lib/live/session-lists'
import { detectHits, type SearchHit, type SearchMode } from '@/lib/search/hits'
import { findRemote, REMOTE_SEARCH_FROM, withRemoteHits } from '@/lib/search/remote-hits'
import { keys } from './keys'
import { useDebounced } from './use-debounced'
import { useQuery } from './use-query'
import { useListState, useSessionLists } from './use-session-lists'
import { useUser } from './use-user'

export interface SearchState {
  /** Hits for the term, a MAC or phone hit first; for the previous term until the new one is answered. */
  hits: readonly SearchHit[]
  /** Whether there are more hits than `hits` contains. */
  more: boolean
  /** Whether `hits` belong to the term. */
  settled: boolean
  /** Whether lists are still loading, so that more may be found. */
  loading: boolean
  error: unknown
  retry: () => void
  /** Starts searching for an upcoming term, so that the worker runs while the page renders it. */
  ask: (next: string) => void
}

const NONE: readonly SearchHit[] = []
const NOTHING = { term: '', hits: NONE, more: false }
const IDLE: SearchFeedState = { version: 0, error: undefined }
const idle = () => IDLE
const neverChanges = () => () => undefined

/**
 * Searches the session's lists while typing, in the worker; the first use loads them. A term that is a phone number or a MAC
 * address is itself an immediate hit (specification section 5), unless only names are searched.
 */
export function useSearch(term: string, mode: SearchMode): SearchState {
  const lists = useSessionLists()
  const companies = useListState(lists?.companies)
  const opportunities = useListState(lists?.opportunities)
  const services = useListState(lists?.services)
  const inventory = useListState(lists?.inventory)
  const wide = mode === 'content'
  const searched = wide ? [companies, opportunities, services, inventory] : [companies, opportunities]
  const feed = useSyncExternalStore(
    lists?.search.subscribe ?? neverChanges,
    lists?.search.state ?? idle,
    idle,
  )
  const [found, setFound] = useState(NOTHING)
  const user = useUser()
  // The database is queried once typing pauses; its hits follow those of the lists.
  const rested = useDebounced(term)
  const asked = user && wide && rested.trim().length >= REMOTE_SEARCH_FROM
  const further = useQuery(asked ? keys.remoteHits(user.id, rested.trim()) : null, (supabase) =>
    findRemote(supabase, rested.trim()),
  )

  useEffect(() => {
    if (!lists) return
    lists.search.start()
    lists.follow()
    lists.companies.load()
    lists.opportunities.load()
    if (wide) loadFurther(lists)
  }, [lists, wide])

  const blank = term.trim() === ''
  // Hits of a cleared term must not reappear with the next one.
  if (blank && found !== NOTHING) setFound(NOTHING)

  const loading = searched.some((list) => list.loading)
  // The first letter has the most candidates and takes longest.
  useEffect(() => {
    if (lists && blank && !loading) return lists.search.searchAhead('', mode)
    return undefined
  }, [lists, mode, blank, loading, feed.version])

  // Searches again after the lists change.
  useEffect(() => {
    if (!lists || blank) return
    let outdated = false
    void lists.search.search(term, mode).then((answer) => {
      // Synchronously, because a scheduled rendering would wait its turn.
      if (answer && !outdated) flushSync(() => setFound({ term, ...answer }))
    })
    return () => {
      outdated = true
    }
  }, [lists, term, mode, blank, feed.version])

  const hits = useMemo(() => {
    if (blank) return NONE
    const detected = mode === 'company-name' ? NONE : detectHits(term)
    const listed = detected.length > 0 ? [...detected, ...found.hits] : found.hits
    return further.data && rested === term ? withRemoteHits(listed, further.data) : listed
  }, [blank, mode, term, found, further.data, rested])

  return {
    hits,
    more: !blank && found.more,
    settled: blank || found.term === term,
    loading,
    error: searched.find((list) => list.error)?.error ?? feed.error,
    ask(next) {
      if (next.trim() !== '') void lists?.search.search(next, mode)
    },
    retry() {
      lists?.search.start()
      lists?.companies.load()
      lists?.opportunities.load()
      if (lists && wide) loadFurther(lists)
    },
  }
}

/** These are not pushed, so each opening of the search fetches new rows. */
function loadFurther({ services, inventory }: SessionLists): void {
  for (const list of [services, inventory]) {
    list.load()
    list.catchUp()
  }
}
