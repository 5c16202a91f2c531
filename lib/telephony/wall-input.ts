import { dayOfIsoDate, isoDateOf } from './calendar'
import { instantsOf, wallClockAt } from './zone-clock'

/** A moment (ISO 8601) as a date-and-time field shows it in a zone: "2026-03-02T17:00". */
export function toWallInput(at: string, zone: string): string {
  const { day, minute } = wallClockAt(zone, new Date(at).getTime())
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0'))
  return `${isoDateOf(day)}T${hours}:${minutes}`
}

/**
 * The moment (ISO 8601) that a date-and-time field's text means in a zone; the first of two where clocks go back.
 * Undefined when the text is no date and time, or one that the zone's clocks skip.
 */
export function fromWallInput(text: string, zone: string): string | undefined {
  const [, date = '', hours, minutes] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/.exec(text) ?? []
  const day = dayOfIsoDate(date)
  const minute = Number(hours) * 60 + Number(minutes)
  if (day === null || !(minute >= 0 && minute < 1440)) return undefined
  const [instant] = instantsOf(zone, { day, minute })
  return instant === undefined ? undefined : new Date(instant).toISOString()
}

/** A moment for people, in a zone: "Mon, Mar 2, 5:00 PM", with the year when it is another one. */
export function formatInZone(at: string, zone: string, now = new Date()): string {
  const year = (date: Date) => date.toLocaleString('en-US', { timeZone: zone, year: 'numeric' })
  const moment = new Date(at)
  return moment.toLocaleString('en-US', {
    timeZone: zone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(year(moment) !== year(now) && { year: 'numeric' }),
  })
}
