import { isoDateOf } from '../../dates/calendar'
import { isDay } from '../../dates/day'
import { dayLabel } from '../../dates/format'
import { instantOfInput } from '../../dates/wall-input'
import { wallClockAt } from '../../dates/zone-clock'
import { minutesToClock, timeToMinutes } from '../../validation/time'

/** ISO 8601: Monday is 1. */
export const WEEKDAYS = [
  { value: '1', label: 'Monday' },
  { value: '2', label: 'Tuesday' },
  { value: '3', label: 'Wednesday' },
  { value: '4', label: 'Thursday' },
  { value: '5', label: 'Friday' },
  { value: '6', label: 'Saturday' },
  { value: '7', label: 'Sunday' },
] as const

/** Parses `6 10:00` into weekday and time; undefined for any other text. */
export function weeklyOf(text: string): { weekday: string; time: string } | undefined {
  const [, weekday, time] = /^([1-7]) (.*)$/.exec(text) ?? []
  return weekday && time !== undefined ? { weekday, time } : undefined
}

/**
 * The instant (milliseconds since 1970) of a test call, as of `now`: immediately, at a local minute, or at the next occurrence of a
 * weekday and time. Undefined for a minute that clocks skip, and for any other text.
 */
export function momentOf(zone: string, at: string | null, now: number): number | undefined {
  if (at === null) return now
  const weekly = weeklyOf(at)
  if (!weekly) return instantOfInput(zone, at)
  const { day: today } = wallClockAt(zone, now)
  // January 1, 1970, was a Thursday. The time may be skipped on one such day and past on another.
  const ahead = (Number(weekly.weekday) - 4 - today + 7 * 1e6) % 7
  return [ahead, ahead + 7, ahead + 14]
    .map((days) => instantOfInput(zone, `${isoDateOf(today + days)}T${weekly.time}`))
    .find((moment) => moment !== undefined && moment >= now)
}

/** When a call is tested, as text: `Saturdays at 10:00 AM`, `Dec 25, 2026 at 10:00 AM`, `the moment of the check`. */
export function describeTestMoment(at: string | null): string {
  if (at === null) return 'the moment of the check'
  const weekly = weeklyOf(at)
  if (weekly) {
    return `${WEEKDAYS.find(({ value }) => value === weekly.weekday)?.label}s at ${clockText(weekly.time)}`
  }
  const [day = '', time = ''] = at.split('T')
  return isDay(day) ? `${dayLabel(day)} at ${clockText(time)}` : at
}

/** A time of a question on the 12-hour clock; any other text is left as it is. */
const clockText = (time: string): string =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? minutesToClock(timeToMinutes(time)) : time
