import { DAY_MS } from '../../dates/calendar'
import { dateFormat } from '../../dates/date-format'

/** A clock change: on a weekday of a month, at a local time before the change. */
export interface ZoneChange {
  /** 1–12 */
  month: number
  /** Which occurrence of the weekday in the month: 1–4, or 5 for the last. */
  week: number
  /** 0 is Sunday. */
  weekday: number
  /** Minutes after midnight, on the clock before the change. */
  minute: number
}

/** A zone's clock over a year. */
export interface ZoneRule {
  /** Seconds east of UTC during standard time. */
  offset: number
  /** Null if there is no daylight saving time, as in Honolulu and Phoenix. */
  daylight: { seconds: number; start: ZoneChange; end: ZoneChange } | null
}

const MINUTE = 60_000
// Enough years to distinguish "the last Sunday" from "the fourth", which coincide in at most four of them.
const YEARS = 5

const rules = new Map<string, ZoneRule>()

/**
 * The rule of a zone (IANA name) in a year (UTC, the current one by default), from the runtime's time zone data. A zone with other
 * than two changes in the year has the current offset and no daylight saving time; its phones get the new offset on their next
 * fetch.
 */
export function zoneRule(timeZone: string, now = new Date()): ZoneRule {
  const year = now.getUTCFullYear()
  const key = `${timeZone} ${year}`
  const known = rules.get(key)
  if (known) return known
  const offsetAt = offsetsOf(timeZone)
  const changes = changesOf(offsetAt, year)
  const rule: ZoneRule = { offset: offsetAt(now.getTime()), daylight: null }
  const [first, second, third] = changes
  // Forward and back.
  if (!first || !second || third || first.before !== second.after) {
    // A result from before a permanent change does not hold afterward, so it is not cached.
    if (changes.length === 0) rules.set(key, rule)
    return rule
  }
  const startsFirst = first.after > first.before
  const [start, end] = startsFirst ? [first, second] : [second, first]
  const later = Array.from({ length: YEARS - 1 }, (_, index) => changesOf(offsetAt, year + 1 + index))
  rule.offset = start.before
  rule.daylight = {
    seconds: start.after - start.before,
    start: changeRule(
      start,
      later.map((changes) => changes[startsFirst ? 0 : 1]),
    ),
    end: changeRule(
      end,
      later.map((changes) => changes[startsFirst ? 1 : 0]),
    ),
  }
  rules.set(key, rule)
  return rule
}

interface Change {
  /** Milliseconds since the epoch. */
  at: number
  /** Offsets in seconds. */
  before: number
  after: number
}

function offsetsOf(timeZone: string): (at: number) => number {
  const format = dateFormat({ timeZone, timeZoneName: 'longOffset' })
  return (at) => {
    const offset = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(at))
    // For UTC, some runtimes write just "GMT".
    if (!offset) return 0
    const [, sign, hours, minutes] = offset
    return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60)
  }
}

function changesOf(offsetAt: (at: number) => number, year: number): Change[] {
  const changes: Change[] = []
  const end = Date.UTC(year + 1, 0, 1)
  for (let from = Date.UTC(year, 0, 1); from < end; from += 7 * DAY_MS) {
    const to = Math.min(from + 7 * DAY_MS, end)
    const [before, after] = [offsetAt(from), offsetAt(to)]
    if (before === after) continue
    let [low, high] = [from, to]
    while (high - low > MINUTE) {
      const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE
      if (offsetAt(middle) === before) low = middle
      else high = middle
    }
    changes.push({ at: high, before, after })
  }
  return changes
}

function changeRule(change: Change, later: (Change | undefined)[]): ZoneChange {
  const date = clockAt(change)
  const isLast = [change, ...later].every((one) => {
    const day = one && clockAt(one)
    return !day || new Date(day.getTime() + 7 * DAY_MS).getUTCMonth() !== day.getUTCMonth()
  })
  return {
    month: date.getUTCMonth() + 1,
    week: isLast ? 5 : Math.ceil(date.getUTCDate() / 7),
    weekday: date.getUTCDay(),
    minute: date.getUTCHours() * 60 + date.getUTCMinutes(),
  }
}

/** The local time of a change, as if it were UTC. */
const clockAt = ({ at, before }: Change) => new Date(at + before * 1000)

/** Signed hours and minutes, as "-3:30" or "+0". */
export function signedHours(seconds: number): string {
  const minutes = Math.abs(seconds) / 60
  const rest = minutes % 60
  const clock = `${Math.floor(minutes / 60)}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
  return `${seconds < 0 ? '-' : '+'}${clock}`
}

/** Monday as 1 to Sunday as 7 (ISO 8601). */
export function isoWeekday(weekday: number): number {
  return weekday === 0 ? 7 : weekday
}
