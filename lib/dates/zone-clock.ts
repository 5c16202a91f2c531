import { DAY_MS, type DayNumber, dayOf, MINUTE_MS } from './calendar'

export interface WallClock {
  day: DayNumber
  /** Minute of the day, 0–1439. */
  minute: number
}

/** A span in which a zone's offset from UTC is constant. Moments in milliseconds since 1970. */
export interface OffsetSpan {
  start: number
  /** Exclusive. */
  end: number
  /** Offset from UTC, in milliseconds. */
  offset: number
}

/** Minutes of one day that clocks skip or repeat; the end is exclusive. */
export interface ClockChange {
  kind: 'skipped' | 'repeated'
  start: number
  end: number
}

/** By zone alone, where dateFormat makes a key of all options: a schedule is checked at thousands of moments. */
const formats = new Map<string, Intl.DateTimeFormat>()
/** Clock changes by zone and day, cached because schedule checks ask for the same days and Intl is slow. */
const changes = new Map<string, readonly ClockChange[]>()
const MOST_CHANGES = 20_000

/** Whether Intl knows a zone here; the database may know others. */
export function isKnownZone(zone: string): boolean {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

/**
 * The zone's offset from UTC at a moment, in milliseconds.
 *
 * @throws RangeError for a zone that Intl does not know
 */
function offsetAt(zone: string, instant: number): number {
  const second = Math.floor(instant / 1000) * 1000
  const values = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of formatOf(zone).formatToParts(second)) {
    if (type in values) values[type as keyof typeof values] = Number(value)
  }
  const { year, month, day, hour, minute, second: seconds } = values
  return dayOf(year, month, day) * DAY_MS + ((hour * 60 + minute) * 60 + seconds) * 1000 - second
}

/** What the zone's clocks show at a moment. */
export function wallClockAt(zone: string, instant: number): WallClock {
  return wallClockOf(instant + offsetAt(zone, instant))
}

/**
 * The moments when the zone's clocks start to show a minute: normally one, none for a minute skipped when clocks go forward, two
 * for one repeated when they go back.
 */
export function instantsOf(zone: string, { day, minute }: WallClock): number[] {
  const shown = day * DAY_MS + minute * MINUTE_MS
  return offsetSpans(zone, shown - 2 * DAY_MS, shown + 2 * DAY_MS).flatMap(({ start, end, offset }) => {
    const instant = shown - offset
    return instant >= start && instant < end ? [instant] : []
  })
}

/** The clock changes of a zone on a day; none on most days. */
export function clockChangesOn(zone: string, day: DayNumber): readonly ClockChange[] {
  const key = `${zone} ${day}`
  const known = changes.get(key)
  if (known) return known
  const found = findClockChanges(zone, day)
  if (changes.size >= MOST_CHANGES) changes.clear()
  changes.set(key, found)
  return found
}

function findClockChanges(zone: string, day: DayNumber): readonly ClockChange[] {
  const midnight = day * DAY_MS
  const spans = offsetSpans(zone, midnight - DAY_MS, midnight + 2 * DAY_MS)
  return spans.slice(1).flatMap(({ start, offset }, index) => {
    const shown = [start + (spans[index]?.offset ?? 0), start + offset] as const
    const [from, to] = shown.map((moment) => (moment - midnight) / MINUTE_MS) as [number, number]
    const change = { start: Math.max(Math.min(from, to), 0), end: Math.min(Math.max(from, to), 1440) }
    return change.start < change.end ? [{ kind: from < to ? 'skipped' : 'repeated', ...change }] : []
  })
}

/** From `from` to `to`, split where the zone's clocks change. */
export function offsetSpans(zone: string, from: number, to: number): OffsetSpan[] {
  const spans: OffsetSpan[] = []
  let start = from
  while (start < to) {
    const offset = offsetAt(zone, start)
    const end = endOfOffset(zone, start, to, offset)
    spans.push({ start, end, offset })
    start = end
  }
  return spans
}

/** The wall clock reading, as if it were UTC, in milliseconds, split into day and minute. */
export function wallClockOf(shown: number): WallClock {
  const day = Math.floor(shown / DAY_MS)
  return { day, minute: Math.floor((shown - day * DAY_MS) / MINUTE_MS) }
}

/** Searches a day at a time: no zone changes its clocks there and back within a day. */
function endOfOffset(zone: string, start: number, limit: number, offset: number): number {
  let same = start
  let other = Math.min(same + DAY_MS, limit)
  while (offsetAt(zone, other) === offset) {
    if (other === limit) return limit
    same = other
    other = Math.min(same + DAY_MS, limit)
  }
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2)
    if (offsetAt(zone, middle) === offset) same = middle
    else other = middle
  }
  return other
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, format)
  return format
}
