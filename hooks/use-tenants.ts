import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { getSupabase } from '@/lib/supabase/browser-client'
import { countTenants, listTenants, listTimeZones, type TenantPageOfRows } from '@/lib/tenants/tenant-list'
import type { TenantQuery } from '@/lib/tenants/tenant-query'

/** How long typing rests before the list is asked for anew. */
const TYPING_PAUSE_MS = 250

export interface TenantsState {
  /** undefined until the first answer; the rows of the query before while another is under way. */
  page: TenantPageOfRows | undefined
  /** How many there are on all pages; undefined where one page has all, or it is not known yet. */
  count: number | undefined
  loading: boolean
  error: unknown
  retry: () => void
}

/** One page of the list of tenants. Waits for a pause while the search words change; all else takes effect at once. */
export function useTenants(query: TenantQuery): TenantsState {
  const settled = useSettledSearch(query)
  const { data, error, isValidating, mutate } = useSWR(
    ['tenants', settled] as const,
    async ([, wanted]) => listTenants(await getSupabase(), wanted),
    { keepPreviousData: true },
  )
  const { search, status, timeZone, full } = settled
  const several = Boolean(data?.previous || data?.next)
  const { data: count } = useSWR(
    several ? (['tenants', 'count', search, status, timeZone, full] as const) : null,
    async () => countTenants(await getSupabase(), settled),
  )
  return {
    count: several ? count : undefined,
    page: error ? undefined : data,
    loading: isValidating || settled !== query,
    error,
    retry: () => void mutate(),
  }
}

/** The time zones to filter the list by; none until they are known. */
export function useTenantTimeZones(): string[] {
  const { data } = useSWR('tenant-time-zones', async () => listTimeZones(await getSupabase()))
  return data ?? []
}

function useSettledSearch(query: TenantQuery): TenantQuery {
  const [settled, setSettled] = useState(query)
  const typing = query.search !== settled.search
  useEffect(() => {
    const timer = setTimeout(() => setSettled(query), typing ? TYPING_PAUSE_MS : 0)
    return () => clearTimeout(timer)
  }, [query, typing])
  return typing ? settled : query
}
