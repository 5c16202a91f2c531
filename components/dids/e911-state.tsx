import type { Tone } from '@/components/ui/badge'
import { StatusBadge } from '@/components/ui/status-badge'
import { E911_STATES } from '@/lib/telephony/e911-states'
import { labelIn } from '@/lib/words'

const TONES: Record<string, Tone> = {
  submitted: 'info',
  confirmed: 'success',
  rejected: 'danger',
} satisfies Record<Exclude<(typeof E911_STATES)[number]['value'], 'none'>, Tone>

/** The state of a number's 911 registration. */
export function E911State({ state, reason }: { state: string; reason?: string }) {
  if (state === 'none') return <span className="text-text-muted">Not registered</span>
  const label = labelIn(E911_STATES, state)
  return (
    <span title={reason || undefined}>
      <StatusBadge tone={TONES[state]}>{label}</StatusBadge>
    </span>
  )
}
