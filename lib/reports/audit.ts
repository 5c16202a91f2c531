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

/** When a day begins by the reader's clock, as ISO 8601. */
const startOf = (day: string) => new Date(`${day}T00:00:00`).toISOString()

/**
 * A page of the trail of these days by the reader's clock, the newest first, as far as the caller may see. Throws
 * RequestFailure.
 */
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
      filters: { at: { from: startOf(from), to: startOf(dayAfter(until, 1)) } },
      sort_by: 'at',
      descending: true,
      after_value: after?.value,
      after_id: after?.id,
      page_size: AUDIT_PAGE,
    }),
  ) as unknown as AuditRow[]
}

/** All entries of these days, page by page; the newest first. Throws RequestFailure. */
export async function wholeTrail(supabase: Supabase, span: DaySpan, search: string): Promise<AuditRow[]> {
  const rows: AuditRow[] = []
  for (;;) {
    const last = rows.at(-1)
    const page = await auditPage(supabase, span, search, last && { id: last.id, value: last.sort_value })
    rows.push(...page)
    if (page.length < AUDIT_PAGE) return rows
  }
}
