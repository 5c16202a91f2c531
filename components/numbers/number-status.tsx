import type { Tone } from '@/components/ui/badge'
import { StatusBadge } from '@/components/ui/status-badge'
import { NUMBER_STATUSES } from '@/lib/resources/number'
import { PORT_STATES } from '@/lib/resources/port-order'
import { labelIn } from '@/lib/words'

const TONES: Record<string, Tone> = {
  available: 'success',
  reserved: 'info',
  assigned: 'accent',
  porting_in: 'warning',
  porting_out: 'warning',
  submitted: 'info',
  exception: 'danger',
  foc_confirmed: 'warning',
  ported: 'success',
}

export function NumberStatus({ status }: { status: string }) {
  return <StatusBadge tone={TONES[status]}>{labelIn(NUMBER_STATUSES, status)}</StatusBadge>
}

export function PortState({ state }: { state: string }) {
  return <StatusBadge tone={TONES[state]}>{labelIn(PORT_STATES, state)}</StatusBadge>
}
