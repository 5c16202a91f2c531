/** When a zone moves its clocks: on a weekday of a month, at a time of the clock that still shows. */
export interface ZoneChange {
  /** 1–12 */
  month: number
  /** Which such weekday of the month: 1–4, or 5 for the last. */
  week: number
  /** 0 is Sunday. */
  weekday: number
  /** Minutes after midnight, as the clock reads before the change. */
  minute: number
}

/** A zone's clock over a year. */
export interface ZoneRule {
  /** Seconds east of UTC while no daylight-saving time is kept. */
  offset: number
  /** Null where clocks are never moved, as in Honolulu and Phoenix. */
  daylight: { seconds: number; start: ZoneChange; end: ZoneChange } | null
}

const MINUTE = 60_000
const DAY = 86_400_000
// Enough years to tell "the last Sunday" from "the fourth", which is the last in at most four of them.
const YEARS = 5

const rules = new Map<string, ZoneRule>()

/**
 * The rule that a zone (IANA name) keeps in a year (UTC, this one unless given), by the time-zone data of the runtime.
 * A zone that moves its clocks otherwise than twice a year has the offset of `now` and no daylight-saving time: its
 * phones are told again at their next check.
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
  // There and back.
  if (!first || !second || third || first.before !== second.after) {
    // What was told before clocks moved for good does not hold afterwards.
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
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return (at) => {
    const said = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(at))
    // At UTC some runtimes write "GMT" alone.
    if (!said) return 0
    const [, sign, hours, minutes] = said
    return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60)
  }
}

function changesOf(offsetAt: (at: number) => number, year: number): Change[] {
  const changes: Change[] = []
  const end = Date.UTC(year + 1, 0, 1)
  for (let from = Date.UTC(year, 0, 1); from < end; from += 7 * DAY) {
    const to = Math.min(from + 7 * DAY, end)
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
    return !day || new Date(day.getTime() + 7 * DAY).getUTCMonth() !== day.getUTCMonth()
  })
  return {
    month: date.getUTCMonth() + 1,
    week: isLast ? 5 : Math.ceil(date.getUTCDate() / 7),
    weekday: date.getUTCDay(),
    minute: date.getUTCHours() * 60 + date.getUTCMinutes(),
  }
}

/** What the clock showed as it was moved, as if it were UTC. */
const clockAt = ({ at, before }: Change) => new Date(at + before * 1000)

/** Hours and minutes with a sign, as "-3:30" or "+0". */
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
