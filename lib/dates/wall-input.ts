import { dayOfIsoDate, isoDateOf } from './calendar'
import { instantsOf, wallClockAt } from './zone-clock'

/**
 * The instant (milliseconds since 1970) that the value of an `<input type="datetime-local">`, such as `2026-03-08T09:00`, means in
 * a zone. The first of two when clocks go back. Undefined for a minute that clocks skip when they go forward, and for any other
 * text.
 */
export function instantOfInput(zone: string, text: string): number | undefined {
  const [, date = '', hours, minutes] = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  const day = dayOfIsoDate(date)
  if (day === null) return undefined
  return instantsOf(zone, { day, minute: Number(hours) * 60 + Number(minutes) })[0]
}

/** The value of such an input for an instant: the zone's clock time, to the minute. */
export function inputOfInstant(zone: string, instant: number): string {
  const { day, minute } = wallClockAt(zone, instant)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${isoDateOf(day)}T${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

/** The same instant in ISO 8601; null if there is none. */
export function isoOfInput(zone: string, text: string): string | null {
  const instant = instantOfInput(zone, text)
  return instant === undefined ? null : new Date(instant).toISOString()
}
