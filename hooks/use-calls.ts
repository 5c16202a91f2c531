import { type Call, chartCalls, countCalls, listCalls, listRejected, loadCall } from '@/lib/cdr/call-list'
import type { CallQuery } from '@/lib/cdr/call-query'
import { chartSeries } from '@/lib/cdr/chart-series'
import { keys } from './keys'
import { type ListState, useList } from './use-list'
import { useQuery } from './use-query'

export function useCalls(tenantId: string, query: CallQuery): ListState<Call> {
  return useList({
    key: keys.calls(tenantId, 'list'),
    query,
    typed: ['number', 'extension', 'minTalk'],
    list: (supabase, wanted) => listCalls(supabase, tenantId, wanted),
    count: (supabase, wanted) => countCalls(supabase, tenantId, wanted.span, wanted),
  })
}

/** The chart over a tenant's calls: those of the days, direction and status of the query. */
export function useCallChart(tenantId: string, { span, direction, status }: CallQuery) {
  return useQuery(
    keys.calls(tenantId, 'chart', span, direction, status),
    async (supabase) => chartSeries(await chartCalls(supabase, tenantId, span, { direction, status }), span),
    { keepPreviousData: true },
  )
}

/** All that is known of a call: undefined while loading, null when there is none. */
export const useCall = (tenantId: string, id: string) =>
  useQuery(keys.calls(tenantId, 'call', id), (supabase) => loadCall(supabase, tenantId, id), {
    revalidateOnFocus: false,
  })

/** Records that could not be stored: the tenant's, and those of no tenant. */
export const useRejectedRecords = (tenantId: string) =>
  useQuery(keys.calls(tenantId, 'rejected'), (supabase) => listRejected(supabase, tenantId))
