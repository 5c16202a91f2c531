import { useCallback, useContext } from 'react'
import useSWR, { unstable_serialize as serialize, type SWRConfiguration, useSWRConfig } from 'swr'
import { fetchJson } from '@/lib/fetcher'
import { getSupabase, type Supabase } from '@/lib/supabase/browser-client'
import { InitialDataContext, useIsFresh } from './initial-data'
import type { Key } from './keys'

/** The state of a query. */
export interface Query<Data> {
  /** undefined until the first result. */
  data: Data | undefined
  /** Why the last request failed. */
  error: unknown
  /** While a request is pending, initially or later. */
  loading: boolean
  /** Fetches again; always the same function. Resolves when done and never rejects. */
  retry: () => Promise<void>
}

/** The state of a query whose key may change. */
export interface KeyedQuery<Data> extends Query<Data> {
  /** Whether `data` answers the previous key (with keepPreviousData). */
  outdated: boolean
}

interface QueryOptions<Data> extends SWRConfiguration<Data> {
  /**
   * For data a page shows first: the server fetches it while rendering a page opened by its address. 'first' if other early queries
   * depend on it.
   */
  early?: boolean | 'first'
}

/** Fetches with `load` and caches the result under the key, which must determine it. Fetches nothing while the key is null. */
export function useQuery<Data>(
  key: Key | null,
  load: (supabase: Supabase) => Promise<Data>,
  { early = false, ...options }: QueryOptions<Data> = {},
): KeyedQuery<Data> {
  const { questions, ahead } = useContext(InitialDataContext)
  if (early && key) questions?.ask(key, load)
  const awaited = () =>
    key && ahead.size > 0 ? (ahead.get(serialize(key))?.answer as Promise<Data>) : undefined
  const answer = useAnswer(key, async () => awaited() ?? load(await getSupabase()), options)
  if (early === 'first' && key && answer.data === undefined) questions?.waits()
  return answer
}

/** The same for a GET route of the app's own API. */
export function useApiQuery<Data>(key: Key | null, path: string): Query<Data> {
  return useAnswer(key, () => fetchJson<Data>(path))
}

/** Read one by one: a component is rendered again when what it has read changes, not whenever a request begins or ends. */
function useAnswer<Data>(
  key: Key | null,
  load: () => Promise<Data>,
  options?: SWRConfiguration<Data>,
): KeyedQuery<Data> {
  const isFresh = useIsFresh(key)
  const { cache } = useSWRConfig()
  const answer = useSWR<Data>(key, load, isFresh ? { ...options, revalidateIfStale: false } : options)
  const { mutate } = answer
  const retry = useCallback(async () => void (await mutate()), [mutate])
  // For a part whose code arrives after the answer: nobody had read it, so this component was not rendered again.
  const now = () => (key ? cache.get(serialize(key)) : undefined)
  return {
    get data() {
      return answer.data ?? (now()?.data as Data | undefined)
    },
    get outdated() {
      // When a new key's answer equals the one before, the end of loading is all that SWR reports.
      const kept = () => answer.isLoading || now()?.data === undefined
      return answer.data !== undefined && kept()
    },
    get error(): unknown {
      return answer.error ?? now()?.error
    },
    get loading() {
      return answer.isValidating && now()?.isValidating !== false
    },
    retry,
  }
}
