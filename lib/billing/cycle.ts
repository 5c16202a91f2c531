import { SUBSCRIPTIONS } from '../supabase/constraints'

/** How often a subscription is charged. Cycles are calendar months, quarters and years, charged ahead. */
export const CYCLES = SUBSCRIPTIONS.cycle.choices
export type Cycle = (typeof CYCLES)[number]

export const CYCLE_LABELS: Record<Cycle, string> = {
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  yearly: 'Yearly',
}
