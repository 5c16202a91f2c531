import type { Tone } from '@/components/ui/badge'
import { StatusBadge } from '@/components/ui/status-badge'
import { type Stage, stageOf } from '@/lib/sales/stages'

const TONES: Record<string, Tone> = {
  lead: 'neutral',
  qualified: 'info',
  proposal: 'info',
  negotiation: 'warning',
  won: 'success',
  lost: 'danger',
} satisfies Record<Stage, Tone>

export function StageBadge({ status }: { status: string }) {
  return <StatusBadge tone={TONES[status]}>{stageOf(status).label}</StatusBadge>
}
