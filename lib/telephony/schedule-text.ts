import {
  datePartsOf,
  type DayNumber,
  dayOfIsoDate,
  isoDateOf,
  MONTH_NAMES,
  shortName,
} from '../dates/calendar'
import { dateFormat } from '../dates/date-format'
import { dayLabel } from '../dates/format'
import { instantsOf, wallClockAt } from '../dates/zone-clock'
import { formatOrdinal } from '../validation/ordinal'
import { minutesToClock } from '../validation/time'
import { HOLIDAYS, isHolidayKey } from './holidays'
import type { ScheduleRule, TimeRange } from './schedule'

export const WEEKDAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
/** The weeks of a month a rule can name, in the order of the choices. */
export const MONTH_WEEKS: ReadonlyMap<number, string> = new Map([
  ...[1, 2, 3, 4, 5].map((week): [number, string] => [week, formatOrdinal(week) ?? '']),
  [-1, 'Last'],
])
/** Weekdays in business order: Monday first. */
export const WEEK: readonly number[] = [1, 2, 3, 4, 5, 6, 0]

type WhenOfRule = Omit<ScheduleRule, 'name' | 'state' | 'destination_id'>

/** When a rule applies, in words: `Mon–Fri, 8:00 AM–12:00 PM, 1:00 PM–5:00 PM`; `Always` without constraints. */
export function describeRule(rule: WhenOfRule): string {
  const parts = [
    describeHolidays(rule.holidays),
    describeDates(rule.date_from, rule.date_to),
    spans(rule.months, (month) => shortName(MONTH_NAMES[month - 1])),
    rule.month_days.length > 0 ? `day ${spans(rule.month_days, String)}` : '',
    describeWeeks(rule.month_weeks),
    describeWeekdays(rule.weekdays),
    rule.time_ranges.map(describeRange).join(', '),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'Always'
}

/** `9:00 AM–5:00 PM`, on the 12-hour clock. */
export function describeRange([start, end]: TimeRange): string {
  return `${minutesToClock(start)}–${minutesToClock(end)}`
}

/** `Mon–Fri`, `Sat, Sun`, `Every day`; empty for no weekdays. */
export function describeWeekdays(weekdays: readonly number[]): string {
  if (new Set(weekdays).size === 7) return 'Every day'
  const places = weekdays.map((weekday) => WEEK.indexOf(weekday))
  return spans(places, (place) => shortName(WEEKDAY_NAMES[WEEK[place] ?? 0]))
}

/**
 * A moment in the zone's time, relative to another: `today 5:00 PM`, `tomorrow 9:00 AM`, `Mon 9:00 AM` within a week, `Jul 4,
 * 2027, 12:00 AM` beyond. A time that clocks show twice says which one it is: `today 1:00 AM EST`. Both in milliseconds since 1970.
 */
export function describeMoment(zone: string, at: number, now: number): string {
  const clock = wallClockAt(zone, at)
  const { day, minute } = clock
  const away = day - wallClockAt(zone, now).day
  const comesTwice = instantsOf(zone, clock).length > 1
  const time = comesTwice ? `${minutesToClock(minute)} ${offsetName(zone, at)}` : minutesToClock(minute)
  if (away === 0) return `today ${time}`
  if (away === 1) return `tomorrow ${time}`
  if (away > 1 && away < 7) return `${shortName(WEEKDAY_NAMES[datePartsOf(day).weekday])} ${time}`
  return `${formatDay(day)}, ${time}`
}

/** `EST`, `GMT+10:30` */
function offsetName(zone: string, at: number): string {
  const parts = dateFormat({ timeZone: zone, timeZoneName: 'short' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** `Jul 4, 2026` */
export const formatDay = (day: DayNumber): string => dayLabel(isoDateOf(day))

function describeHolidays(keys: readonly string[]): string {
  const names = keys.flatMap((key) => (isHolidayKey(key) ? [HOLIDAYS[key].name] : []))
  return names.length > 3 ? `${names.length} holidays` : names.join(', ')
}

function describeDates(from: string | null, to: string | null): string {
  if (from && to) return from === to ? dateText(from) : `${dateText(from)} – ${dateText(to)}`
  if (from) return `from ${dateText(from)}`
  return to ? `until ${dateText(to)}` : ''
}

function dateText(text: string): string {
  const day = dayOfIsoDate(text)
  return day === null ? text : formatDay(day)
}

function describeWeeks(weeks: readonly number[]): string {
  const names = [...MONTH_WEEKS].filter(([week]) => weeks.includes(week)).map(([, name]) => name)
  return names.length > 0 ? `${names.join(', ')} week of the month` : ''
}

/** Ascending; three or more in a row as first–last. */
function spans(values: readonly number[], text: (value: number) => string): string {
  const sorted = [...new Set(values)].sort((a, b) => a - b)
  const found: number[][] = []
  for (const value of sorted) {
    const current = found.at(-1)
    if (current && current.at(-1) === value - 1) current.push(value)
    else found.push([value])
  }
  return found
    .flatMap((run) => (run.length > 2 ? [`${text(run[0] ?? 0)}–${text(run.at(-1) ?? 0)}`] : run.map(text)))
    .join(', ')
}
