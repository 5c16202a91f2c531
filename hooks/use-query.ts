import { useCallback, useContext } from 'react'
import useSWR, { type SWRConfiguration, unstable_serialize as serialize } from 'swr'
import { fetchJson } from '@/lib/fetcher'
import { getSupabase, type Supabase } from '@/lib/supabase/browser-client'
import { FirstAnswersContext, useIsFresh } from './first-answers'
import type { Key } from './keys'

/** The answer to a question, as far as it is there. */
export interface Query<Data> {
  /** undefined until the first answer. */
  data: Data | undefined
  /** Why the last try failed. */
  error: unknown
  /** While a try is under way, the first one and any other. */
  loading: boolean
  /** Asks anew; always the same function. Resolves once it is answered, and never rejects. */
  retry: () => Promise<void>
}

interface QueryOptions<Data> extends SWRConfiguration<Data> {
  /** The server answers it while it makes a page that is opened by its address: for what the page shows first. */
  early?: boolean
}

/** Asks under a key, from which `load` must follow; asks nothing while the key is null. */
export function useQuery<Data>(
  key: Key | null,
  load: (supabase: Supabase) => Promise<Data>,
  { early = false, ...options }: QueryOptions<Data> = {},
): Query<Data> {
  const { questions, ahead } = useContext(FirstAnswersContext)
  if (early && key) questions?.ask(key, load)
  const awaited = () =>
    key && ahead.size > 0 ? (ahead.get(serialize(key))?.answer as Promise<Data>) : undefined
  return useAnswer(key, async () => awaited() ?? load(await getSupabase()), options)
}

/** Asks the app's own API in the same way. */
export function useApiQuery<Data>(key: Key | null, path: string): Query<Data> {
  return useAnswer(key, () => fetchJson<Data>(path))
}

function useAnswer<Data>(key: Key | null, load: () => Promise<Data>, options?: SWRConfiguration<Data>) {
  const isFresh = useIsFresh(key)
  const { data, error, isValidating, mutate } = useSWR<Data>(
    key,
    load,
    isFresh ? { ...options, revalidateIfStale: false } : options,
  )
  const retry = useCallback(async () => void (await mutate()), [mutate])
  return { data, error: error as unknown, loading: isValidating, retry }
}
