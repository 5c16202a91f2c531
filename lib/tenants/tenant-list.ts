import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Database } from '../supabase/database.types'
import type { Cursor, TenantQuery } from './tenant-query'

export type TenantRow = Database['public']['Functions']['tenant_list']['Returns'][number]

/** Rows of one page, and where the neighbouring pages start; null where there is none. */
export interface TenantPageOfRows {
  rows: TenantRow[]
  previous: Cursor | null
  next: Cursor | null
}

export const TENANTS_PER_PAGE = 50

/**
 * One page of the tenants that the caller may see. Pages are found by key, not by counting. Throws RequestFailure.
 */
export async function listTenants(supabase: Supabase, query: TenantQuery): Promise<TenantPageOfRows> {
  const backwards = query.before !== null && query.after === null
  const from = backwards ? query.before : query.after
  const answer = await supabase.rpc('tenant_list', {
    search: query.search.trim() || undefined,
    only_status: query.status ?? undefined,
    only_time_zone: query.timeZone ?? undefined,
    only_full: query.full,
    sort_by: query.sort,
    descending: query.descending !== backwards,
    after_value: from?.value,
    after_id: from?.id,
    // One more than is shown tells whether there is another page that way.
    page_size: TENANTS_PER_PAGE + 1,
  })
  const found = dataOf(answer)
  const more = found.length > TENANTS_PER_PAGE
  const rows = found.slice(0, TENANTS_PER_PAGE)
  if (backwards) rows.reverse()
  const hasPrevious = backwards ? more : from !== null
  const hasNext = backwards || more
  return {
    rows,
    previous: hasPrevious ? cursorAt(rows[0]) : null,
    next: hasNext ? cursorAt(rows.at(-1)) : null,
  }
}

/** How many tenants a query finds on all pages, as far as 10,001. Throws RequestFailure. */
export async function countTenants(supabase: Supabase, query: TenantQuery): Promise<number> {
  const answer = await supabase.rpc('tenant_count', {
    search: query.search.trim() || undefined,
    only_status: query.status ?? undefined,
    only_time_zone: query.timeZone ?? undefined,
    only_full: query.full,
  })
  return dataOf(answer)
}

/** The time zones that the caller's tenants are in, sorted. Throws RequestFailure. */
export async function listTimeZones(supabase: Supabase): Promise<string[]> {
  return dataOf(await supabase.rpc('tenant_time_zones')).map(({ time_zone }) => time_zone)
}

function cursorAt(row: TenantRow | undefined): Cursor | null {
  return row ? { id: row.id, value: row.sort_value } : null
}
