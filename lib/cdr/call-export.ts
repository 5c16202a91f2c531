import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../supabase/database.types'
import type { Call } from './call-list'
import { type CallQuery, databaseFilters } from './call-query'

/** Larger pages are no faster, and their memory takes longer to free. */
const CALLS_PER_PAGE = 1000

/** All matching calls, with at most a thousand in memory. Throws the database's error. */
export async function* allCalls(
  supabase: SupabaseClient<Database>,
  tenant: string,
  query: Omit<CallQuery, 'after' | 'before'>,
): AsyncGenerator<Call[], void> {
  for (let last: Call | undefined; ;) {
    const { data } = await supabase
      .rpc('cdr_page', {
        tenant,
        first_day: query.span.from,
        last_day: query.span.until,
        filters: databaseFilters(query),
        sort_by: query.sort,
        descending: query.descending,
        after_value: last?.sort_value,
        after_id: last?.id,
        page_size: CALLS_PER_PAGE,
      })
      .throwOnError()
    if (data.length > 0) yield data as Call[]
    if (data.length < CALLS_PER_PAGE) return
    last = data.at(-1) as Call
  }
}
