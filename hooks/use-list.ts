import { createParser, debounce, type Options } from 'nuqs'
import { useEffect, useState } from 'react'
import { formatCursor, parseCursor } from '@/lib/lists/cursor'
import { nearestPage, type Page, type PageQuery } from '@/lib/lists/page'
import type { Supabase } from '@/lib/supabase/browser-client'
import type { Key } from './keys'
import { TYPING_PAUSE_MS } from './use-debounced'
import { useQuery } from './use-query'

const cursor = createParser({
  parse: parseCursor,
  serialize: formatCursor,
  eq: (one, other) => formatCursor(one) === formatCursor(other),
})

/** The address parameters of a list's page. */
export const PAGE_PARAMETERS = { after: cursor, before: cursor }

/** Where a page starts; empty for the first page. */
export type PageTurn = Partial<Pick<PageQuery, 'after' | 'before'>>

export const FIRST_PAGE = { after: null, before: null }

/** Changes of a list's address: a new query starts at the first page. */
export function listChanges<Changes extends object>(
  set: (changes: (Changes & PageTurn) | PageTurn, how?: Options) => void,
) {
  return {
    change: (changes: Changes) => set({ ...changes, ...FIRST_PAGE }),
    type: (changes: Changes) =>
      set({ ...changes, ...FIRST_PAGE }, { history: 'replace', limitUrlUpdates: debounce(TYPING_PAUSE_MS) }),
    turnTo: (page: PageTurn) => set({ ...FIRST_PAGE, ...page }, { scroll: true }),
  }
}

export interface ListState<Row> {
  /** undefined until the first result; the previous rows while a new query is loading, and while refreshing the same rows fails. */
  page: Page<Row> | undefined
  /** Total number of the query that `page` belongs to, 10,001 for more than 10,000; undefined until counted. */
  count: number | undefined
  /** Whether `page` still belongs to the previous query, so that its rows are about to go. */
  outdated: boolean
  loading: boolean
  error: unknown
  retry: () => Promise<void>
}

interface ListSource<Row, Query> {
  /** Prefix of the keys of its pages and counts. */
  key: Key
  query: Query
  /** Typed parameters, which take effect after a pause; others immediately. */
  typed: readonly (keyof Query)[]
  list: (supabase: Supabase, query: Query) => Promise<Page<Row>>
  /** Absent if the list has no count. */
  count?: (supabase: Supabase, query: Query) => Promise<number>
  /** Counts only if there is more than one page. */
  countsPages?: boolean
  /** How often its first page is refreshed, in milliseconds; never unless given. */
  refreshInterval?: number
}

/** The query for a page of a list. */
export function pageQuestion<Row, Query extends PageQuery>({
  key,
  query,
  list,
}: Pick<ListSource<Row, Query>, 'key' | 'query' | 'list'>) {
  return {
    key: [...key, 'page', query] as Key,
    load: (supabase: Supabase) => nearestPage(query, (asked) => list(supabase, asked)),
  }
}

/** A page of a list, and the total count, which may arrive later. */
export function useList<Row, Query extends PageQuery & { sort?: unknown }>({
  key,
  query,
  typed,
  list,
  count,
  countsPages = false,
  refreshInterval = 0,
}: ListSource<Row, Query>): ListState<Row> {
  const settled = useSettled(query, typed)
  const page = pageQuestion({ key, query: settled, list })
  const answer = useQuery(page.key, page.load, {
    early: true,
    keepPreviousData: true,
    refreshInterval: settled.after || settled.before ? 0 : refreshInterval,
  })
  const { data, outdated, error, retry } = answer
  const { after: _after, before: _before, sort: _sort, descending: _descending, ...counted } = settled
  const counts = count && (!countsPages || Boolean(data?.previous || data?.next))
  const total = useQuery(
    counts ? [...key, 'count', counted] : null,
    async (supabase) => count?.(supabase, settled),
    { keepPreviousData: true },
  )
  // Either may be answered first; a count beside another query's rows would be wrong.
  const [shown, show] = useState<number>()
  const known = outdated ? shown : counts && !total.outdated ? total.data : undefined
  if (known !== shown) show(known)
  return {
    page: error && outdated ? undefined : data,
    count: known,
    outdated: outdated || settled !== query,
    get loading() {
      return answer.loading || settled !== query
    },
    error,
    retry,
  }
}

function useSettled<Query>(query: Query, typed: readonly (keyof Query)[]): Query {
  const [settled, setSettled] = useState(query)
  const typing = typed.some((name) => query[name] !== settled[name])
  useEffect(() => {
    const timer = setTimeout(() => setSettled(query), typing ? TYPING_PAUSE_MS : 0)
    return () => clearTimeout(timer)
  }, [query, typing])
  return typing ? settled : query
}
