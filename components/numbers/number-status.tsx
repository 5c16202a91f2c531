import type { Tone } from '@/components/ui/badge'
import { StatusBadge } from '@/components/ui/status-badge'
import type { Choice } from '@/lib/records/field'
import { NUMBER_STATUSES } from '@/lib/resources/number'
import { PORT_STATES } from '@/lib/resources/port-order'

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

const labelOf = (choices: readonly Choice[], value: string) =>
  choices.find((choice) => choice.value === value)?.label ?? value

export function NumberStatus({ status }: { status: string }) {
  return <StatusBadge tone={TONES[status]}>{labelOf(NUMBER_STATUSES, status)}</StatusBadge>
}

export function PortState({ state }: { state: string }) {
  return <StatusBadge tone={TONES[state]}>{labelOf(PORT_STATES, state)}</StatusBadge>
}
