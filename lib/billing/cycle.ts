/** How often a subscription is charged. Cycles are calendar months, quarters and years, charged ahead. */
export const CYCLES = ['monthly', 'quarterly', 'yearly'] as const
export type Cycle = (typeof CYCLES)[number]

export const CYCLE_MONTHS: Record<Cycle, number> = { monthly: 1, quarterly: 3, yearly: 12 }
export const CYCLE_LABELS: Record<Cycle, string> = {
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  yearly: 'Yearly',
}

/** Days from..to, both counted, as ISO dates. */
export interface Days {
  from: string
  to: string
}

const DAY_MS = 86_400_000
const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS

/** The date `count` days later (earlier when below zero). */
export function addDays(date: string, count: number): string {
  return new Date((dayNumber(date) + count) * DAY_MS).toISOString().slice(0, 10)
}

/** Days from the first date to the second, both counted; 0 or less when the second is before the first. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from) + 1
}

/** The first of the month that is `count` months after the date's. */
export function monthStart(date: string, count = 0): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10)
}

/** The cycle that holds the day. */
export function cycleOf(day: string, cycle: Cycle): Days {
  const months = CYCLE_MONTHS[cycle]
  const month = Number(day.slice(5, 7)) - 1
  const from = monthStart(day, -(month % months))
  return { from, to: addDays(monthStart(from, months), -1) }
}

/** The cycles that hold any day of from..to, in their order. */
export function cyclesWithin({ from, to }: Days, cycle: Cycle): Days[] {
  const cycles: Days[] = []
  for (let next = cycleOf(from, cycle); next.from <= to; next = cycleOf(addDays(next.to, 1), cycle)) {
    cycles.push(next)
  }
  return cycles
}

/** "March 2026" of an ISO date in it. */
export function monthLabel(date: string, style: 'long' | 'short' = 'long'): string {
  return new Intl.DateTimeFormat('en-US', { month: style, year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
}

/** "Mar 5, 2026" of an ISO date, whatever the reader's time zone. */
export function dayLabel(date: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
}
