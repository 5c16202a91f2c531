import useSWR from 'swr'
import { readPipeline } from '@/lib/sales/pipeline'
import { getSupabase } from '@/lib/supabase/browser-client'

/** The board of opportunities by stage; undefined while loading. */
export function usePipeline() {
  return useSWR(['pipeline'] as const, async () => readPipeline(await getSupabase()), {
    keepPreviousData: true,
  })
}
