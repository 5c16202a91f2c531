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
// Enough years to tell "the last Sunday" from "the fourth".
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
  const years = Array.from({ length: YEARS }, (_, index) => changesOf(offsetAt, year + index))
  const [first, second] = years[0] ?? []
  const rule: ZoneRule = { offset: offsetAt(now.getTime()), daylight: null }
  if (!first || !second || years[0]?.length !== 2 || first.after !== second.before) {
    // What was told before clocks moved for good does not hold afterwards.
    if (!first) rules.set(key, rule)
    return rule
  }
  const starts = first.after > first.before ? 0 : 1
  const start = starts === 0 ? first : second
  rule.offset = start.before
  rule.daylight = {
    seconds: start.after - start.before,
    start: changeRule(years.map((changes) => changes[starts])),
    end: changeRule(years.map((changes) => changes[1 - starts])),
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
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
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

function changeRule(changes: (Change | undefined)[]): ZoneChange {
  const dates = changes.flatMap((change) => (change ? [new Date(change.at + change.before * 1000)] : []))
  const [date = new Date(0)] = dates
  const nth = Math.ceil(date.getUTCDate() / 7)
  const always = (holds: (one: Date) => boolean) => dates.every(holds)
  const last = always((one) => new Date(one.getTime() + 7 * DAY).getUTCMonth() !== one.getUTCMonth())
  const same = always((one) => Math.ceil(one.getUTCDate() / 7) === nth)
  return {
    month: date.getUTCMonth() + 1,
    week: same && nth < 5 ? nth : last ? 5 : nth,
    weekday: date.getUTCDay(),
    minute: date.getUTCHours() * 60 + date.getUTCMinutes(),
  }
}

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
