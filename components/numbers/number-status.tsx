import type { Tone } from '@/components/ui/badge'
import { StatusBadge } from '@/components/ui/status-badge'
import { NUMBER_STATUSES } from '@/lib/resources/number'
import { PORT_STATES } from '@/lib/resources/port-order'
import { labelIn } from '@/lib/words'

const NUMBER_TONES: Record<string, Tone> = {
  available: 'success',
  reserved: 'info',
  assigned: 'accent',
  porting_in: 'warning',
  porting_out: 'warning',
  aging: 'neutral',
  released: 'neutral',
} satisfies Record<(typeof NUMBER_STATUSES)[number]['value'], Tone>

const PORT_TONES: Record<string, Tone> = {
  draft: 'neutral',
  submitted: 'info',
  exception: 'danger',
  foc_confirmed: 'warning',
  ported: 'success',
  cancelled: 'neutral',
} satisfies Record<(typeof PORT_STATES)[number]['value'], Tone>

export function NumberStatus({ status }: { status: string }) {
  return <StatusBadge tone={NUMBER_TONES[status]}>{labelIn(NUMBER_STATUSES, status)}</StatusBadge>
}

export function PortState({ state }: { state: string }) {
  return <StatusBadge tone={PORT_TONES[state]}>{labelIn(PORT_STATES, state)}</StatusBadge>
}
