/** A rule's color by its place among the rules; it comes again after the fifth. */
const COLORS = ['bg-accent', 'bg-success', 'bg-warning', 'bg-info', 'bg-danger'] as const

/** The hatching of what is closed, over a rule's color. */
export const CLOSED_HATCHING = 'repeating-linear-gradient(135deg, var(--surface) 0 3px, transparent 3px 6px)'

/** The background class of a rule at a place counted from 0; of no rule for a negative one. */
export function ruleColor(place: number): string {
  return place < 0 ? 'bg-surface-active' : (COLORS[place % COLORS.length] ?? COLORS[0])
}
