import { useEffect, useState } from 'react'
import useSWR from 'swr'
import {
  countRecords,
  listRecords,
  type PageOfRecords,
  type RecordQuery,
  type RecordSource,
} from '@/lib/resources/record-list'
import { getSupabase } from '@/lib/supabase/browser-client'

/** How long typing rests before the list is asked for anew. */
const TYPING_PAUSE_MS = 250

export interface RecordListState {
  /** undefined until the first answer; the rows of the query before while another is under way. */
  page: PageOfRecords | undefined
  /** How many there are in all, 10,001 for more than 10,000; undefined until counted. */
  count: number | undefined
  loading: boolean
  error: unknown
  retry: () => void
}

/** One page of a list of records. Waits for a pause while the search words change; all else takes effect at once. */
export function useRecordList({ table, tenantId }: RecordSource, query: RecordQuery): RecordListState {
  const settled = useSettledSearch(query)
  const { data, error, isValidating, mutate } = useSWR(
    ['records', table, tenantId, settled] as const,
    async ([, , , wanted]) => listRecords(await getSupabase(), { table, tenantId }, wanted),
    { keepPreviousData: true },
  )
  const count = useSWR(
    ['record-count', table, tenantId, settled.search, settled.filters] as const,
    async ([, , , search, filters]) =>
      countRecords(await getSupabase(), { table, tenantId }, { search, filters }),
    { keepPreviousData: true },
  )
  return {
    page: error ? undefined : data,
    count: count.data,
    loading: isValidating || settled !== query,
    error,
    retry: () => void mutate(),
  }
}

function useSettledSearch(query: RecordQuery): RecordQuery {
  const [settled, setSettled] = useState(query)
  const typing = query.search !== settled.search
  useEffect(() => {
    const timer = setTimeout(() => setSettled(query), typing ? TYPING_PAUSE_MS : 0)
    return () => clearTimeout(timer)
  }, [query, typing])
  return typing ? settled : query
}
