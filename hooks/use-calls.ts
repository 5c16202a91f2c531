import { useMemo } from 'react'
import {
  archivedMonths,
  type Call,
  chartCalls,
  countCalls,
  listCalls,
  listRejected,
  loadCall,
  loadRejectedBody,
  monthsWithin,
} from '@/lib/cdr/call-list'
import { type CallQuery, NO_FILTERS } from '@/lib/cdr/call-query'
import { chartSeries } from '@/lib/cdr/chart-series'
import { type Day, todayIn } from '@/lib/dates/day'
import { type DaySpan, spanFrom } from '@/lib/dates/span'
import type { Supabase } from '@/lib/supabase/browser-client'
import type { Tenant } from '@/lib/tenants/tenant'
import { keys } from './keys'
import type { Ahead } from './prefetch'
import { FIRST_PAGE, type ListState, pageQuestion, useList } from './use-list'
import { useQuery } from './use-query'

/** A tenant's calls that match, a page at a time; what is typed is sought once typing pauses. */
export function useCalls(tenantId: string, query: CallQuery): ListState<Call> {
  return useList({
    ...sourceOf(tenantId),
    query,
    typed: ['number', 'extension', 'minTalk'],
    count: (supabase, wanted) => countCalls(supabase, tenantId, wanted.span, wanted),
  })
}

const sourceOf = (tenantId: string) => ({
  key: keys.calls(tenantId, 'list'),
  list: (supabase: Supabase, wanted: CallQuery) => listCalls(supabase, tenantId, wanted),
})

/** The first queries of the call page: today's calls, if the tenant's zone is known. */
export const prefetchCalls: Ahead = (tenantId, known) => {
  const tenant = tenantId ? known<Tenant>(keys.tenant(tenantId)) : undefined
  if (!tenant) return []
  const span = spanFrom(null, null, todayIn(tenant.time_zone))
  const query: CallQuery = { ...NO_FILTERS, span, sort: 'start', descending: true, ...FIRST_PAGE }
  return [pageQuestion({ ...sourceOf(tenant.id), query })]
}

/** The calls of the query's days by time and status. Of its filters only direction and status count (isBeyondChart). */
export function useCallChart(tenantId: string, { span, direction, status }: CallQuery) {
  return useQuery(keys.calls(tenantId, 'chart', span, direction, status), async (supabase) =>
    chartSeries(await chartCalls(supabase, tenantId, span, { direction, status }), span),
  )
}

/** The archived months that a range of a zone's days reaches into, oldest first; none while loading. */
export function useArchivedMonths(zone: string, { from, until }: DaySpan): readonly Day[] {
  const { data } = useQuery(keys.archivedMonths(), archivedMonths)
  return useMemo(
    () => (data?.length ? monthsWithin(data, zone, { from, until }) : []),
    [data, zone, from, until],
  )
}

/** A call's details: undefined while loading, null if it does not exist. */
export const useCall = (tenantId: string, id: string) =>
  useQuery(keys.calls(tenantId, 'call', id), (supabase) => loadCall(supabase, tenantId, id), {
    revalidateOnFocus: false,
  })

/** CDRs that could not be stored: the tenant's, and those without a tenant. */
export const useRejectedRecords = (tenantId: string) =>
  useQuery(keys.calls(tenantId, 'rejected'), (supabase) => listRejected(supabase, tenantId))

/** A rejected record as it was received: undefined while loading, null if it does not exist any more. */
export const useRejectedBody = (tenantId: string, id: string) =>
  useQuery(keys.calls(tenantId, 'rejected', id), (supabase) => loadRejectedBody(supabase, tenantId, id), {
    revalidateOnFocus: false,
  })
