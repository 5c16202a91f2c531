import useSWR from 'swr'
import type { DaySpan } from '@/lib/dates/span'
import { businessReport, callReport } from '@/lib/reports/reports'
import { getSupabase } from '@/lib/supabase/browser-client'

/**
 * The report of a view over a span of days; only what the view shows is asked for. With `ownToday` the calls are those
 * of today wherever the tenant is.
 */
export function useReport(view: 'calls' | 'business' | 'audit', { from, until }: DaySpan, ownToday: boolean) {
  const calls = useSWR(
    view === 'calls' ? (['report-calls', from, until, ownToday] as const) : null,
    async ([, first, last]) =>
      callReport(await getSupabase(), ownToday ? 'today' : { from: first, until: last }),
    { keepPreviousData: true },
  )
  const business = useSWR(
    view === 'business' ? (['report-business', from, until] as const) : null,
    async ([, first, last]) => businessReport(await getSupabase(), { from: first, until: last }),
    { keepPreviousData: true },
  )
  const asked = view === 'calls' ? calls : business
  return {
    calls: calls.data,
    business: business.data,
    error: asked.error as unknown,
    loading: asked.isValidating,
    retry: () => void asked.mutate(),
  }
}
