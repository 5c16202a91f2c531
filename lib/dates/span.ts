import { DAY_MS } from './calendar'
import { type Day, dayAfter, isDay, monthStart } from './day'

/** A date range, both days included. */
export interface DaySpan {
  from: Day
  until: Day
}

/** The longest span, in days, that one query answers. */
export const MAX_SPAN_DAYS = 401

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

/** A date range in an address, such as "2026-03-01..2026-03-31". */
export const spanText = ({ from, until }: DaySpan) => `${from}..${until}`

/** The range that {@link spanText} wrote; null for any other text. */
export function parseSpan(text: string): DaySpan | null {
  const [from = '', until = '', ...more] = text.split('..')
  return more.length === 0 && isDay(from) && isDay(until) && from <= until ? { from, until } : null
}

/** Number of days, both ends included. */
export function lengthOf({ from, until }: DaySpan): number {
  return Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS) + 1
}

/** The range that a preset means on a day. */
export function presetSpan(preset: DayPreset, today: Day): DaySpan {
  const firstOfMonth = monthStart(today)
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
        from: monthStart(today, -1),
        until: dayAfter(firstOfMonth, -1),
      }
    case '12m':
      return { from: dayAfter(today, -364), until: today }
  }
}

/** The preset that means this range on a day, if one does. */
export function presetOf(span: DaySpan, today: Day): DayPreset | undefined {
  return DAY_PRESETS.find(({ id }) => {
    const meant = presetSpan(id, today)
    return meant.from === span.from && meant.until === span.until
  })?.id
}

/** The date range in an address, corrected: today for a missing or invalid date, in order, and no longer than the limit. */
export function spanFrom(from: string | null, until: string | null, today: Day): DaySpan {
  const last = until && isDay(until) ? until : from && isDay(from) ? from : today
  const first = from && isDay(from) ? from : last
  const [earlier, later] = first <= last ? [first, last] : [last, first]
  const earliest = dayAfter(later, 1 - MAX_SPAN_DAYS)
  return { from: earlier < earliest ? earliest : earlier, until: later }
}
