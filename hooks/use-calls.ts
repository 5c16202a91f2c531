import useSWR from 'swr'
import { type Call, chartCalls, countCalls, listCalls, listRejected, loadCall } from '@/lib/cdr/call-list'
import type { CallQuery } from '@/lib/cdr/call-query'
import { chartSeries } from '@/lib/cdr/chart-series'
import { getSupabase } from '@/lib/supabase/browser-client'
import { type ListState, useList } from './use-list'

/** One page of a tenant's calls, and how many there are in all. */
export function useCalls(tenantId: string, query: CallQuery): ListState<Call> {
  return useList({
    key: ['calls', tenantId],
    query,
    typed: ['number', 'extension', 'minTalk'],
    list: (supabase, wanted) => listCalls(supabase, tenantId, wanted),
    count: (supabase, wanted) => countCalls(supabase, tenantId, wanted.span, wanted),
  })
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
