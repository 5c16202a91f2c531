import { halfWidth } from '../half-width'
import { dayOf, dayOfIsoDate, isoDateOf } from './calendar'
import { wallClockAt } from './zone-clock'

/** A calendar day as addresses, date fields and the database write it, without time or zone: "2026-03-05". */
export type Day = string

/** Whether a text is a {@link Day} that exists: not 2026-02-30. */
export function isDay(text: string): boolean {
  return dayOfIsoDate(text) !== null
}

/** Whether a value is a moment as the database and toISOString() write it, with its zone. */
export function isMoment(value: unknown): boolean {
  const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
  return typeof value === 'string' && moment.test(value)
}

/** Whether a text is a day as spreadsheets write it outside of the US, which nobody can take for a day of the US: 31/1/2026. */
export function isDayFirst(text: string): boolean {
  const [, date, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(halfWidth(text).trim()) ?? []
  return Number(date) > 12 && parseDay(`${month}/${date}/${year}`) !== undefined
}

/** A day as it is stored, or as spreadsheets write it in the US, 1/31/2026; undefined if it is none. */
export function parseDay(text: string): Day | undefined {
  const [, month = '', date = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  const day = year ? [year, month.padStart(2, '0'), date.padStart(2, '0')].join('-') : text
  return isDay(day) ? day : undefined
}

/** The day `days` later (earlier if negative); empty for an invalid day. */
export function dayAfter(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return ''
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The first of the month `months` after the day's month. */
export function monthStart(day: Day, months = 0): Day {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/** The current day in a time zone (IANA name). */
export function todayIn(zone: string, now = new Date()): Day {
  return isoDateOf(wallClockAt(zone, now.getTime()).day)
}

/** The current day in the reader's time zone, for what says when something happened; work goes by the business day. */
export function readersDay(): Day {
  const now = new Date()
  return isoDateOf(dayOf(now.getFullYear(), now.getMonth() + 1, now.getDate()))
}
