import { onePage, type Page } from '../lists/page'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Database } from '../supabase/database.types'
import type { TenantQuery } from './tenant-query'

export type TenantRow = Database['public']['Functions']['tenant_list']['Returns'][number]

/** One page of the tenants that match, in the order asked. */
export function listTenants(supabase: Supabase, query: TenantQuery): Promise<Page<TenantRow>> {
  return onePage(query, async (page) =>
    dataOf(await supabase.rpc('tenant_list', { ...asked(query), ...page, sort_by: query.sort })),
  )
}

/** Number of matching tenants on all pages, up to 10,001. */
export async function countTenants(supabase: Supabase, query: TenantQuery): Promise<number> {
  return dataOf(await supabase.rpc('tenant_count', asked(query)))
}

/** Time zones of the caller's tenants, sorted. */
export async function listTimeZones(supabase: Supabase): Promise<string[]> {
  return dataOf(await supabase.rpc('tenant_time_zones')).map(({ time_zone }) => time_zone)
}

function asked({ search, status, timeZone, full, problems }: TenantQuery) {
  return {
    search: search.trim() || undefined,
    only_status: status ?? undefined,
    only_time_zone: timeZone ?? undefined,
    only_full: full,
    only_problems: problems ?? undefined,
  }
}
