import { useEffect } from 'react'
import useSWR from 'swr'
import { readPipeline } from '@/lib/sales/pipeline'
import { getSupabase } from '@/lib/supabase/browser-client'
import { useRefreshRecords } from './use-record'
import { useSessionLists } from './use-session-lists'

/** The board of opportunities by stage; undefined while loading. */
export function usePipeline() {
  return useSWR(['pipeline'] as const, async () => readPipeline(await getSupabase()), {
    keepPreviousData: true,
  })
}

/** Fetches anew what is on the page whenever somebody has added an opportunity. */
export function useOpportunityInserts(): void {
  const lists = useSessionLists()
  const refresh = useRefreshRecords()
  useEffect(() => {
    if (!lists) return
    lists.follow()
    return lists.onOpportunity(() => void refresh())
  }, [lists, refresh])
}
