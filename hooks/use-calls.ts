import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { chartCalls, countCalls, listCalls, listRejected, loadCall } from '@/lib/cdr/call-list'
import type { CallQuery } from '@/lib/cdr/call-query'
import { chartSeries } from '@/lib/cdr/chart-series'
import { getSupabase } from '@/lib/supabase/browser-client'

const TYPING_PAUSE_MS = 300

/**
 * One page of a tenant's calls, and how many there are in all, which may come later. Waits for a pause while
 * something is typed. Shows the rows of the query before while others are under way.
 */
export function useCalls(tenantId: string, query: CallQuery) {
  const settled = useSettled(query)
  const { after: _after, before: _before, sort: _sort, descending: _descending, ...counted } = settled
  const list = useSWR(
    ['calls', tenantId, settled] as const,
    async ([, tenant, wanted]) => listCalls(await getSupabase(), tenant, wanted),
    { keepPreviousData: true },
  )
  const total = useSWR(['call-count', tenantId, counted] as const, async ([, tenant, wanted]) =>
    countCalls(await getSupabase(), tenant, wanted.span, wanted),
  )
  return {
    page: list.error ? undefined : list.data,
    total: total.data,
    loading: list.isValidating || settled !== query,
    error: list.error as unknown,
    retry: () => void list.mutate(),
  }
}

/** The chart over a tenant's calls: those of the days, direction and status of the query. */
export function useCallChart(tenantId: string, { span, direction, status }: CallQuery) {
  const wanted = { span, direction, status }
  const { data, error, mutate, isValidating } = useSWR(
    ['call-chart', tenantId, wanted] as const,
    async ([, tenant, asked]) =>
      chartSeries(await chartCalls(await getSupabase(), tenant, asked.span, asked), asked.span),
    { keepPreviousData: true },
  )
  return { series: data, error: error as unknown, retry: () => void mutate(), loading: isValidating }
}

/** All that is known of a call: undefined while loading, null when there is none. */
export function useCall(tenantId: string, id: string) {
  const { data, error, mutate, isValidating } = useSWR(
    ['call', tenantId, id] as const,
    async ([, tenant, call]) => loadCall(await getSupabase(), tenant, call),
    { revalidateOnFocus: false },
  )
  return { call: data, error: error as unknown, retry: () => void mutate(), loading: isValidating }
}

/** Records that could not be stored: the tenant's, and those of no tenant. */
export function useRejectedRecords(tenantId: string) {
  const { data, error, mutate, isValidating } = useSWR(
    ['rejected-records', tenantId] as const,
    async ([, tenant]) => listRejected(await getSupabase(), tenant),
  )
  return { records: data, error: error as unknown, refresh: () => mutate(), loading: isValidating }
}

function useSettled(query: CallQuery): CallQuery {
  const [settled, setSettled] = useState(query)
  const typing =
    query.number !== settled.number ||
    query.extension !== settled.extension ||
    query.minTalk !== settled.minTalk
  useEffect(() => {
    const timer = setTimeout(() => setSettled(query), typing ? TYPING_PAUSE_MS : 0)
    return () => clearTimeout(timer)
  }, [query, typing])
  return typing ? settled : query
}
