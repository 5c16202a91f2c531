import { type DateParts, datePartsOf, dayOfIsoDate, MONTH_NAMES, shortName } from './calendar'
import { dateFormat } from './date-format'
import type { Day } from './day'
import type { DaySpan } from './span'

/**
 * A moment (ISO 8601) as a date in the reader's time zone: "Jan 6, 2026". Dates without a time are in most lists, and are written
 * without Intl like their figures (lib/figures.ts).
 */
export function formatDate(at: string): string {
  const date = new Date(at)
  return `${shortName(MONTH_NAMES[date.getMonth()])} ${date.getDate()}, ${date.getFullYear()}`
}

/** A moment (ISO 8601) to the second in the reader's time zone, with the zone's name. */
export function formatDateTime(at: string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'long' }).format(new Date(at))
}

/** The same in UTC, as it is in every browser. */
export function formatUtc(at: string): string {
  const moment = new Date(at).toISOString()
  const hour = Number(moment.slice(11, 13))
  return `${dayLabel(moment.slice(0, 10))}, ${hour % 12 || 12}${moment.slice(13, 19)} ${hour < 12 ? 'AM' : 'PM'} UTC`
}

/** The month of a day: "March 2026", or short "Mar 2026". */
export function monthLabel(day: Day, style: 'long' | 'short' = 'long'): string {
  const { year, month } = partsOf(day)
  const name = MONTH_NAMES[month - 1]
  return `${style === 'long' ? name : shortName(name)} ${year}`
}

/** A date as "Mar 5, 2026", independent of the reader's time zone. */
export function dayLabel(day: Day): string {
  return `${shortDayLabel(day)}, ${partsOf(day).year}`
}

/** A date without its year: "Mar 5". */
export function shortDayLabel(day: Day): string {
  const { month, date } = partsOf(day)
  return `${shortName(MONTH_NAMES[month - 1])} ${date}`
}

const partsOf = (day: Day): DateParts => datePartsOf(dayOfIsoDate(day) ?? Number.NaN)

/** A date range as "Mar 5, 2026 to Apr 4, 2026", or its only day. */
export function spanLabel({ from, until }: DaySpan): string {
  return from === until ? dayLabel(from) : `${dayLabel(from)} to ${dayLabel(until)}`
}

/** A moment in a zone for display: "Mon, Mar 2, 5:00 PM", with the year when it is not the current one. */
export function formatInZone(at: string, zone: string, now = new Date()): string {
  const moment = new Date(at)
  return dateFormat({
    timeZone: zone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...yearUnlessNow(zone, moment, now),
  }).format(moment)
}

/** The option that writes the year of a moment in a zone, unless it is the current one there. */
export function yearUnlessNow(
  zone: string,
  moment: Date,
  now: Date,
): Pick<Intl.DateTimeFormatOptions, 'year'> {
  const { format } = dateFormat({ timeZone: zone, year: 'numeric' })
  return format(moment) === format(now) ? {} : { year: 'numeric' }
}
