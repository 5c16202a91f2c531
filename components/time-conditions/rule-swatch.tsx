import { cn } from '@/components/ui/cn'
import type { OpenState } from '@/lib/telephony/schedule'
import { CLOSED_HATCHING, ruleColor } from './rule-colors'

/** A rule's color as in the week view, hatched if it closes. A negative position means no rule. */
export function RuleSwatch({ place, state }: { place: number; state: OpenState }) {
  return (
    <span
      aria-hidden
      className={cn('inline-block size-3 shrink-0 rounded-sm border border-border-control', ruleColor(place))}
      style={state === 'closed' && place >= 0 ? { backgroundImage: CLOSED_HATCHING } : undefined}
    />
  )
}
