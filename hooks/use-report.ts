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

/** Calls over a date range; with `ownToday`, those of each tenant's own today. */
export const useCallReport = (span: DaySpan, ownToday: boolean) =>
  useQuery(
    keys.report('calls', span.from, span.until, ownToday),
    (supabase) => callReport(supabase, ownToday ? 'today' : span),
    { early: true },
  )

/** Sales, revenue, seats, numbers and stock, of a range of the company's days, both included. */
export const useBusinessReport = (span: DaySpan) =>
  useQuery(keys.report('business', span.from, span.until), (supabase) => businessReport(supabase, span), {
    early: true,
  })
