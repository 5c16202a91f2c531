import { dateFormat } from '../dates/date-format'
import { dayAfter } from '../dates/day'
import { type DaySpan, lengthOf } from '../dates/span'
import type { ChartRow } from './call-list'
import { CALL_STATUSES, type CallStatus } from './call-record'

export type ChartUnit = 'hour' | 'day' | 'week'

/** The calls of one hour, day or week by status, with its axis label and full label. */
export type ChartBucket = { start: string; label: string; title: string } & Record<CallStatus, number>

/** The chart's bars, including those without calls. */
export interface ChartSeries {
  unit: ChartUnit
  buckets: ChartBucket[]
  /** Statuses that occur, in order. */
  statuses: CallStatus[]
  totals: Record<CallStatus, number>
  calls: number
  talkSeconds: number
}

/** How the database groups a span: by hour up to 2 days, by day up to 60, otherwise by week. */
export function chartUnit(span: DaySpan): ChartUnit {
  const days = lengthOf(span)
  return days <= 2 ? 'hour' : days <= 60 ? 'day' : 'week'
}

/** Puts the database's rows into the buckets of the span. */
export function chartSeries(rows: readonly ChartRow[], span: DaySpan): ChartSeries {
  const unit = chartUnit(span)
  const buckets = new Map(bucketStarts(span, unit).map((start) => [start, emptyBucket(start, unit)]))
  const totals = noCalls()
  let talkSeconds = 0
  for (const { bucket, status, calls, talk_seconds } of rows) {
    const found = buckets.get(bucket.slice(0, 16))
    if (found) found[status] += calls
    totals[status] += calls
    talkSeconds += talk_seconds
  }
  const statuses = CALL_STATUSES.filter((status) => totals[status] > 0)
  const calls = statuses.reduce((sum, status) => sum + totals[status], 0)
  return { unit, buckets: [...buckets.values()], statuses, totals, calls, talkSeconds }
}

/** Local times YYYY-MM-DDTHH:MM at which the buckets start. */
function bucketStarts(span: DaySpan, unit: ChartUnit): string[] {
  const days = Array.from({ length: lengthOf(span) }, (_, index) => dayAfter(span.from, index))
  if (unit === 'day') return days.map((day) => `${day}T00:00`)
  if (unit === 'week') return [...new Set(days.map((day) => `${mondayOf(day)}T00:00`))]
  return days.flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}:00`),
  )
}

function mondayOf(day: string): string {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return dayAfter(day, -weekday)
}

function emptyBucket(start: string, unit: ChartUnit): ChartBucket {
  const at = new Date(`${start}:00Z`)
  const write = (options: Intl.DateTimeFormatOptions) =>
    dateFormat({ ...options, timeZone: 'UTC' }).format(at)
  const day = write({ month: 'short', day: 'numeric' })
  const hour = write({ hour: 'numeric' })
  return {
    start,
    label: unit === 'hour' ? hour : day,
    title:
      unit === 'hour'
        ? `${day}, ${hour}`
        : unit === 'week'
          ? `Week of ${day}`
          : write({ weekday: 'short', month: 'short', day: 'numeric' }),
    ...noCalls(),
  }
}

function noCalls(): Record<CallStatus, number> {
  return { answered: 0, missed: 0, voicemail: 0, busy: 0, failed: 0, cancelled: 0 }
}
