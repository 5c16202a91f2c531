import { dayAfter, monthStart } from '../dates/day'
import { CYCLE_MONTHS, SUBSCRIPTIONS } from '../supabase/constraints'

/** How often a subscription is charged. Cycles are calendar months, quarters and years, charged ahead. */
export const CYCLES = SUBSCRIPTIONS.cycle.choices
export type Cycle = (typeof CYCLES)[number]

export const CYCLE_LABELS: Record<Cycle, string> = {
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  yearly: 'Yearly',
}

/** Days from `from` to `to`, both included, as ISO dates. */
export interface Days {
  from: string
  to: string
}

/** The cycle that holds the day. */
export function cycleOf(day: string, cycle: Cycle): Days {
  const months = CYCLE_MONTHS[cycle]
  const month = Number(day.slice(5, 7)) - 1
  const from = monthStart(day, -(month % months))
  return { from, to: dayAfter(monthStart(from, months), -1) }
}

/** The cycles that overlap the span, in order. */
export function cyclesWithin({ from, to }: Days, cycle: Cycle): Days[] {
  const cycles: Days[] = []
  for (let next = cycleOf(from, cycle); next.from <= to; next = cycleOf(dayAfter(next.to, 1), cycle)) {
    cycles.push(next)
  }
  return cycles
}
