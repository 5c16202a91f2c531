import useSWR, { type SWRConfiguration } from 'swr'
import { getSupabase, type Supabase } from '@/lib/supabase/browser-client'
import type { Key } from './keys'

/** The answer to a question, as far as it is there. */
export interface Query<Data> {
  /** undefined until the first answer. */
  data: Data | undefined
  /** Why the last try failed. */
  error: unknown
  /** While a try is under way, the first one and any other. */
  loading: boolean
  retry: () => void
}

/** Asks under a key, from which `load` must follow; asks nothing while the key is null. */
export function useQuery<Data>(
  key: Key | null,
  load: (supabase: Supabase) => Promise<Data>,
  options?: SWRConfiguration<Data>,
): Query<Data> {
  const { data, error, isValidating, mutate } = useSWR<Data>(
    key,
    async () => load(await getSupabase()),
    options,
  )
  return { data, error, loading: isValidating, retry: () => void mutate() }
}
