import { type DaySpan, dayAfter } from '../cdr/days'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'

/** An entry of the trail with the value by which it is sorted. */
export type AuditRow = Tables<'audit_log'> & { sort_value: string }

export interface AuditCursor {
  id: string
  value: string
}

/** How many entries a page has. */
export const AUDIT_PAGE = 50

/** A page of the trail of these days (UTC), the newest first, as far as the caller may see. Throws RequestFailure. */
export async function auditPage(
  supabase: Supabase,
  { from, until }: DaySpan,
  search: string,
  after?: AuditCursor,
): Promise<AuditRow[]> {
  return dataOf(
    await supabase.rpc('record_page', {
      target_table: 'audit_log',
      search,
      filters: { at: { from, to: dayAfter(until, 1) } },
      sort_by: 'at',
      descending: true,
      after_value: after?.value,
      after_id: after?.id,
      page_size: AUDIT_PAGE,
    }),
  ) as unknown as AuditRow[]
}
