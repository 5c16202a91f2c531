import type { Tone } from '@/components/ui/badge'
import { StatusBadge } from '@/components/ui/status-badge'
import { type MailState, mailStateLabel } from '@/lib/resources/mail'

const TONES: Record<string, Tone> = {
  waiting: 'neutral',
  retrying: 'warning',
  sent: 'success',
  failed: 'danger',
} satisfies Record<MailState, Tone>

export function MailStateBadge({ state }: { state: string }) {
  return <StatusBadge tone={TONES[state]}>{mailStateLabel(state)}</StatusBadge>
}
