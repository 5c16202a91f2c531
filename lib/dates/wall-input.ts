import { dayOfIsoDate, isoDateOf } from './calendar'
import { type Day, dayAfter } from './day'
import type { DaySpan } from './span'
import { clockChangesOn, instantsOf, type WallClock, wallClockAt } from './zone-clock'

/**
 * The instant (milliseconds since 1970) that the value of an `<input type="datetime-local">`, such as `2026-03-08T09:00`, means in
 * a zone. The first of two when clocks go back, or the one after `now` if it is past. Undefined for a minute that clocks skip when they go
 * forward, and for any other text.
 */
export function instantOfInput(zone: string, text: string, now = -Infinity): number | undefined {
  const clock = clockOfInput(text)
  const instants = clock ? instantsOf(zone, clock) : []
  return instants.find((each) => each > now) ?? instants[0]
}

function clockOfInput(text: string): WallClock | undefined {
  const [, date = '', hours, minutes] = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  const day = dayOfIsoDate(date)
  return day === null ? undefined : { day, minute: Number(hours) * 60 + Number(minutes) }
}

/** The value of such an input for an instant: the zone's clock time, to the minute. */
export function inputOfInstant(zone: string, instant: number): string {
  const { day, minute } = wallClockAt(zone, instant)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${isoDateOf(day)}T${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

/** A moment in a file's name, in the zone's clock time: not every system takes colons. */
export const fileTime = (zone: string, at: string): string =>
  inputOfInstant(zone, Date.parse(at)).replace(':', '-')

/**
 * When something ends, in ISO 8601, from such an input: the same instant, and for a minute that clocks skip the moment when they go
 * forward. Null for any other text.
 */
export function isoOfInput(zone: string, text: string): string | null {
  const clock = clockOfInput(text)
  if (!clock) return null
  const { day, minute } = clock
  const skipped = clockChangesOn(zone, day).find(
    ({ kind, start, end }) => kind === 'skipped' && minute >= start && minute < end,
  )
  const [instant] = instantsOf(zone, { day, minute: skipped?.end ?? minute })
  return instant === undefined ? null : new Date(instant).toISOString()
}

/** The days of UTC that the days of a span in a zone reach into. */
export function utcDaysOf(zone: string, { from, until }: DaySpan): DaySpan {
  const end = Date.parse(midnight(zone, dayAfter(until, 1)))
  return { from: midnight(zone, from).slice(0, 10), until: new Date(end - 1).toISOString().slice(0, 10) }
}

const midnight = (zone: string, day: Day) => String(isoOfInput(zone, `${day}T00:00`))
