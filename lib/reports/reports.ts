import { dayAfter } from '../dates/day'
import { type DaySpan, lengthOf } from '../dates/span'
import { answerOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'

/** Calls of all tenants in a span of days; each tenant's days and hours are in its own time zone. */
export interface CallReport {
  totals: { calls: number; answered: number; inbound: number; inbound_answered: number; talk_seconds: number }
  days: { day: string; calls: number; answered: number }[]
  /** 0–23 */
  hours: { hour: number; calls: number; answered: number }[]
  tenants: { id: string; name: string; calls: number; answered: number; talk_seconds: number }[]
}

/** Amounts in US dollars unless a currency is given. */
export interface BusinessReport {
  /** By month of issue, YYYY-MM. */
  revenue: { month: string; currency: string; invoices: number; invoiced: number; paid: number }[]
  pipeline: { stage: string; count: number; amount: number; weighted: number }[]
  seats: { id: string; name: string; licensed: number; used: number; billed: number }[]
  /** Port orders by state, with their count of numbers. */
  ports: { state: string; orders: number; numbers: number }[]
  numbers: { status: string; count: number }[]
  stock: { status: string; count: number; cost: number }[]
}

/** For these days, or for today in each tenant's time zone. */
export async function callReport(supabase: Supabase, span: DaySpan | 'today'): Promise<CallReport> {
  const days = span === 'today' ? {} : { from_day: span.from, until_day: span.until }
  return answerOf<CallReport>(await supabase.rpc('report_calls', days))
}

export async function businessReport(supabase: Supabase, { from, until }: DaySpan): Promise<BusinessReport> {
  return answerOf<BusinessReport>(await supabase.rpc('report_business', { from_day: from, until_day: until }))
}

/** A share in whole percent; a dash when the whole is zero. */
export function percent(part: number, whole: number): string {
  return whole > 0 ? `${Math.round((100 * part) / whole)} %` : '–'
}

/** All days of a span with their calls, including days without any. */
export function everyDay(days: CallReport['days'], { from, until }: DaySpan): CallReport['days'] {
  const known = new Map(days.map((day) => [day.day, day]))
  return Array.from({ length: lengthOf({ from, until }) }, (_, index) => {
    const day = dayAfter(from, index)
    return known.get(day) ?? { day, calls: 0, answered: 0 }
  })
}

/** All hours of the day with their calls, including hours without any. */
export function everyHour(hours: CallReport['hours']): CallReport['hours'] {
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

/** The full quarter before the day's. */
export function quarterBefore(today: string): DaySpan {
  const until = dayAfter(quarterSoFar(today).from, -1)
  return { from: quarterSoFar(until).from, until }
}
