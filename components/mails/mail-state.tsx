import type { Tone } from '@/components/ui/badge'
import { StatusBadge } from '@/components/ui/status-badge'
import { mailStateLabel } from '@/lib/resources/mail'

const TONES: Readonly<Record<string, Tone>> = { sent: 'success', retrying: 'warning', failed: 'danger' }

export function MailStateBadge({ state }: { state: string }) {
  return <StatusBadge tone={TONES[state] ?? 'neutral'}>{mailStateLabel(state)}</StatusBadge>
}
