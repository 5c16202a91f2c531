import type { DaySpan } from '@/lib/dates/span'
import {
  businessReport,
  callReport,
  type InvoicesAsked,
  reportHour,
  reportInvoices,
  reportSubscriptions,
  type SubscriptionsAsked,
} from '@/lib/reports/reports'
import { keys } from './keys'
import { useQuery } from './use-query'

/** The invoices behind a figure. */
export const useReportInvoices = (asked: InvoicesAsked) =>
  useQuery(keys.reportInvoices(asked), (supabase) => reportInvoices(supabase, asked))

/** The tenants behind an hour of the day. */
export const useReportHour = (hour: number, span: DaySpan | null) =>
  useQuery(keys.report('hour', hour, span), (supabase) => reportHour(supabase, hour, span))

/** The subscriptions behind a figure. */
export const useReportSubscriptions = (asked: SubscriptionsAsked) =>
  useQuery(keys.report('subscriptions', asked), (supabase) => reportSubscriptions(supabase, asked))

export const REPORT_VIEWS = ['calls', 'business', 'audit'] as const
export type ReportView = (typeof REPORT_VIEWS)[number]

/**
 * A report over a date range; only what the view shows is requested. With `ownToday`, calls are those of each tenant's own today.
 */
export function useReport(view: ReportView, span: DaySpan, ownToday: boolean) {
  const { from, until } = span
  const calls = useQuery(
    view === 'calls' ? keys.report('calls', from, until, ownToday) : null,
    (supabase) => callReport(supabase, ownToday ? 'today' : span),
    { keepPreviousData: true },
  )
  const business = useQuery(
    view === 'business' ? keys.report('business', from, until) : null,
    (supabase) => businessReport(supabase, span),
    { keepPreviousData: true },
  )
  return { calls, business }
}
