import { CENTS, formatMoney, fromUnits } from '../billing/money'
import { dayAfter, monthStart } from '../dates/day'
import { type DaySpan, lengthOf } from '../dates/span'
import { NO_VALUE } from '../figures'
import type { SeatProduct } from '../licensing/seats'
import { answerOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

/** Calls of all tenants in a span of days; each tenant's days and hours are in its own time zone. */
export interface CallsReport {
  totals: { calls: number; answered: number; inbound: number; inbound_answered: number; talk_seconds: number }
  days: { day: string; calls: number; answered: number }[]
  hours: { hour: number; calls: number; answered: number }[]
  tenants: { id: string; name: string; calls: number; answered: number; talk_seconds: number }[]
}

/** A tenant's calls. */
export interface ReportedCalls {
  id: string
  name: string
  calls: number
  answered: number
}

/** How long an amount has been owed: not due yet, or overdue by up to so many days. */
export type Age = 'not_due' | 'to_30' | 'to_60' | 'to_90' | 'over_90'

/** Amounts in US dollars unless a currency is given. */
export interface BusinessReport {
  /** By month of issue, YYYY-MM. */
  revenue: {
    month: string
    currency: string
    invoices: number
    invoiced: number
    tax: number
    paid: number
  }[]
  /** By customer (the tenant's id) and currency; issued within the days. */
  customers: {
    id: string
    name: string
    /** Null where the caller may not see it. */
    tax_id: string | null
    currency: string
    invoices: number
    invoiced: number
    paid: number
  }[]
  /** Taxes charged, by month of issue and jurisdiction. */
  taxes: {
    month: string
    jurisdiction: string
    currency: string
    invoices: number
    taxed: number
    tax: number
  }[]
  /** Tenants without an issued invoice for the month of the last day, YYYY-MM, although something is due; their draft's total or null. */
  not_invoiced: { id: string; name: string; month: string; draft: number | null; currency: string }[]
  /** Invoices voided within the days, whenever they were issued. */
  voided: {
    id: string
    tenant_id: string
    number: string
    name: string
    issued_on: string
    voided_on: string
    currency: string
    total: number
    tax: number
  }[]
  /** Monthly recurring revenue of running subscriptions, by service and currency. */
  recurring: { service: string; currency: string; quantity: number; tenants: number; monthly: number }[]
  /** Amounts each customer owes today, by days overdue. */
  aging: ({
    id: string
    name: string
    currency: string
    owed: number
  } & Record<Age, number>)[]
  pipeline: { stage: string; count: number; amount: number; weighted: number }[]
  /** By tenant and product, as they are now. */
  seats: {
    id: string
    name: string
    product: SeatProduct
    purchased: number
    assigned: number
    billed: number
  }[]
  /** Port orders by state, with their count of numbers. */
  ports: { state: string; orders: number; numbers: number }[]
  numbers: { status: string; count: number }[]
  stock: { status: string; count: number; cost: number }[]
}

/** Calls in the date range, or today in each tenant's time zone. */
export async function callReport(supabase: Supabase, span: DaySpan | 'today'): Promise<CallsReport> {
  const days = span === 'today' ? {} : { from_day: span.from, until_day: span.until }
  return answerOf<CallsReport>(await supabase.rpc('report_calls', days))
}

/** Sales, revenue, seats, numbers and stock, of a range of the company's days, both included. */
export async function businessReport(supabase: Supabase, { from, until }: DaySpan): Promise<BusinessReport> {
  return answerOf<BusinessReport>(await supabase.rpc('report_business', { from_day: from, until_day: until }))
}

/** Whose calls there were at an hour of the day, most calls first; in days as in {@link callReport}. */
export async function reportHour(
  supabase: Supabase,
  hour: number,
  span: DaySpan | null,
): Promise<ReportedCalls[]> {
  const days = span ? { from_day: span.from, until_day: span.until } : {}
  return answerOf<ReportedCalls[]>(await supabase.rpc('report_hour', { at_hour: hour, ...days }))
}

/** An invoice that is part of a figure. */
export interface ReportedInvoice {
  id: string
  number: string
  tenant_id: string
  name: string
  currency: string
  issued_on: string
  due_on: string
  total: number
  open: number
  tax: number
}

/**
 * Selects invoices: issued in the date range, or still unpaid; of one customer (the tenant's id) or all; with a jurisdiction, those
 * with its tax; with an age, those owed so long. Of one currency, as each figure is.
 */
export interface InvoicesAsked {
  span: DaySpan
  tenant: string | null
  owed: boolean
  jurisdiction: string | null
  age: Age | null
  currency: string
}

/** Invoices behind a figure of the report, newest first; amounts in the invoice's currency. */
export async function reportInvoices(
  supabase: Supabase,
  { span, tenant, owed, jurisdiction, age, currency }: InvoicesAsked,
): Promise<ReportedInvoice[]> {
  const asked = {
    from_day: span.from,
    until_day: span.until,
    customer: tenant ?? undefined,
    owed,
    jurisdiction: jurisdiction ?? undefined,
    age: age ?? undefined,
    charged_in: currency,
  }
  return answerOf<ReportedInvoice[]>(await supabase.rpc('report_invoices', asked))
}

/** Selects the subscriptions to a service, by name, that are charged in a currency on a given day. */
export interface SubscriptionsAsked {
  day: string
  service: string
  currency: string
}

/** A subscription with its monthly revenue. */
export interface ReportedSubscription {
  id: string
  tenant_id: string
  name: string
  quantity: number
  cycle: string
  monthly: number
}

/** Subscriptions behind a service's monthly charges on a day, in one currency, the most expensive first. */
export async function reportSubscriptions(
  supabase: Supabase,
  { day, ...of }: SubscriptionsAsked,
): Promise<ReportedSubscription[]> {
  return answerOf<ReportedSubscription[]>(await supabase.rpc('report_subscriptions', { on_day: day, ...of }))
}

/** The part of a month (YYYY-MM) that lies within a date range. */
export function monthWithin(month: string, { from, until }: DaySpan): DaySpan {
  const first = `${month}-01`
  const last = dayAfter(monthStart(first, 1), -1)
  return { from: first > from ? first : from, until: last < until ? last : until }
}

/** Totals by currency, as text: "$1,200.00, €80.00". */
export function sumsOf<Row extends { currency: string }>(
  rows: readonly Row[],
  amount: (row: Row) => number,
): string {
  const sums = new Map<string, bigint>()
  for (const row of rows) {
    const cents = BigInt(Math.round(amount(row) * 100))
    sums.set(row.currency, (sums.get(row.currency) ?? 0n) + cents)
  }
  return [...sums].map(([currency, cents]) => formatMoney(fromUnits(cents, CENTS), currency)).join(', ')
}

/** A share as "45%"; a dash of nothing. */
export function percent(part: number, whole: number): string {
  return whole > 0 ? `${Math.round((100 * part) / whole)}%` : NO_VALUE
}

/** All days of the range with their calls, including days without calls. */
export function everyDay(days: CallsReport['days'], { from, until }: DaySpan): CallsReport['days'] {
  const known = new Map(days.map((day) => [day.day, day]))
  return Array.from({ length: lengthOf({ from, until }) }, (_, index) => {
    const day = dayAfter(from, index)
    return known.get(day) ?? { day, calls: 0, answered: 0 }
  })
}

/** All hours of the day with their calls, including hours without calls. */
export function everyHour(hours: CallsReport['hours']): CallsReport['hours'] {
  return Array.from(
    { length: 24 },
    (_, hour) => hours.find((known) => known.hour === hour) ?? { hour, calls: 0, answered: 0 },
  )
}

/** The quarter that contains the day (YYYY-MM-DD), up to that day. */
export function quarterSoFar(today: string): DaySpan {
  const month = Number(today.slice(5, 7))
  const first = String(month - ((month - 1) % 3)).padStart(2, '0')
  return { from: `${today.slice(0, 4)}-${first}-01`, until: today }
}

/** The whole quarter before the one of a day. */
export function quarterBefore(today: string): DaySpan {
  const until = dayAfter(quarterSoFar(today).from, -1)
  return { from: quarterSoFar(until).from, until }
}
