/** A day as it stands in addresses and calendars: YYYY-MM-DD. */
export type Day = string

/** From the first to the last day, both included. */
export interface DaySpan {
  from: Day
  until: Day
}

/** How many days the database answers for at once. */
export const LONGEST_SPAN_DAYS = 401

export const DAY_PRESETS = [
  { id: 'today', label: 'Today' },
  { id: 'yesterday', label: 'Yesterday' },
  { id: '7d', label: 'Last 7 days' },
  { id: '30d', label: 'Last 30 days' },
  { id: 'month', label: 'This month' },
  { id: 'last-month', label: 'Last month' },
  { id: '12m', label: 'Last 12 months' },
] as const
export type DayPreset = (typeof DAY_PRESETS)[number]['id']

/** Whether the text is a day of the calendar. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dayAfter(text, 0) === text
}

/** The day it is now in a time zone (IANA). */
export function todayIn(zone: string, now = new Date()): Day {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now)
}

/** The day so many days after (before, if negative) another. */
export function dayAfter(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return ''
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** How many days a span has. */
export function lengthOf({ from, until }: DaySpan): number {
  return Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1
}

/** The days that a preset means when it is `today`. */
export function presetSpan(preset: DayPreset, today: Day): DaySpan {
  const firstOfMonth = `${today.slice(0, 7)}-01`
  switch (preset) {
    case 'today':
      return { from: today, until: today }
    case 'yesterday':
      return { from: dayAfter(today, -1), until: dayAfter(today, -1) }
    case '7d':
      return { from: dayAfter(today, -6), until: today }
    case '30d':
      return { from: dayAfter(today, -29), until: today }
    case 'month':
      return { from: firstOfMonth, until: today }
    case 'last-month':
      return {
        from: `${dayAfter(firstOfMonth, -1).slice(0, 7)}-01`,
        until: dayAfter(firstOfMonth, -1),
      }
    case '12m':
      return { from: dayAfter(today, -364), until: today }
  }
}

/** The preset that means these days today, if there is one. */
export function presetOf(span: DaySpan, today: Day): DayPreset | undefined {
  return DAY_PRESETS.find(({ id }) => {
    const meant = presetSpan(id, today)
    return meant.from === span.from && meant.until === span.until
  })?.id
}

/** What an address asks for, put right: today where a day is missing or none, in order, no longer than is answered. */
export function spanFrom(from: string | null, until: string | null, today: Day): DaySpan {
  const last = until && isDay(until) ? until : from && isDay(from) ? from : today
  const first = from && isDay(from) ? from : last
  const [earlier, later] = first <= last ? [first, last] : [last, first]
  const earliest = dayAfter(later, 1 - LONGEST_SPAN_DAYS)
  return { from: earlier < earliest ? earliest : earlier, until: later }
}
