/** A Gregorian day as the number of days since January 1, 1970; no time of day, no time zone. */
export type DayNumber = number

export interface DateParts {
  year: number
  /** 1–12 */
  month: number
  /** 1–31 */
  date: number
  /** 0 (Sunday) – 6 (Saturday) */
  weekday: number
}

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** "Mar" of March, "Mon" of Monday. */
export const shortName = (name = ''): string => name.slice(0, 3)

/** The day of a date; a day past the end of the month runs into the next one. */
export function dayOf(year: number, month: number, date: number): DayNumber {
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  return Math.floor(new Date(0).setUTCFullYear(year, month - 1, date) / DAY_MS)
}

/** A day in the Gregorian calendar, also before it was introduced; month 1 to 12, weekday 0 (Sunday) to 6. */
export function datePartsOf(day: DayNumber): DateParts {
  const moment = new Date(day * DAY_MS)
  return {
    year: moment.getUTCFullYear(),
    month: moment.getUTCMonth() + 1,
    date: moment.getUTCDate(),
    weekday: moment.getUTCDay(),
  }
}

/** `YYYY-MM-DD` */
export function isoDateOf(day: DayNumber): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** The day of `YYYY-MM-DD`; null for anything else, such as 2026-02-30. */
export function dayOfIsoDate(text: string): DayNumber | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (!year) return null
  const day = dayOf(Number(year), Number(month), Number(date))
  return isoDateOf(day) === text ? day : null
}

/** Days of a month (1 to 12) of the Gregorian calendar. */
export function daysInMonth(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}
