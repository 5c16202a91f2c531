/** A rule's color by its position; repeats after the fifth. */
const COLORS = ['bg-accent', 'bg-success', 'bg-warning', 'bg-info', 'bg-danger'] as const

/** Hatching of closed hours, on top of the rule's color. */
export const CLOSED_HATCHING = 'repeating-linear-gradient(135deg, var(--surface) 0 3px, transparent 3px 6px)'

/** The background class of the rule at a position, from 0; a negative position means no rule. */
export function ruleColor(place: number): string {
  return place < 0 ? 'bg-surface-active' : (COLORS[place % COLORS.length] ?? COLORS[0])
}
