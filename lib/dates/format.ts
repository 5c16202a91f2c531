import { dateFormat } from './date-format'
import type { Day } from './day'

/** A moment (ISO 8601) as a date in the reader's time zone: "Jan 6, 2026". */
export function formatDate(at: string): string {
  return dateFormat({ dateStyle: 'medium' }).format(new Date(at))
}

/** A moment (ISO 8601) to the second in the reader's time zone, with the zone's name. */
export function formatDateTime(at: string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'long' }).format(new Date(at))
}

export function monthLabel(day: Day, style: 'long' | 'short' = 'long'): string {
  return dateFormat({ month: style, year: 'numeric', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/** A date as "Mar 5, 2026", independent of the reader's time zone. */
export function dayLabel(day: Day): string {
  return dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/** A moment in a zone for display: "Mon, Mar 2, 5:00 PM", with the year when it is not the current one. */
export function formatInZone(at: string, zone: string, now = new Date()): string {
  const year = dateFormat({ timeZone: zone, year: 'numeric' })
  const moment = new Date(at)
  return dateFormat({
    timeZone: zone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(year.format(moment) !== year.format(now) && { year: 'numeric' }),
  }).format(moment)
}
