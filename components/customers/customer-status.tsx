import type { Tone } from '@/components/ui/badge'
import { StatusBadge } from '@/components/ui/status-badge'
import { CUSTOMER_STATUSES } from '@/lib/resources/customer'
import { labelIn } from '@/lib/words'

const TONES: Record<string, Tone> = {
  prospect: 'info',
  active: 'success',
  suspended: 'warning',
  closed: 'neutral',
} satisfies Record<(typeof CUSTOMER_STATUSES)[number]['value'], Tone>

export function CustomerStatus({ status }: { status: string }) {
  const label = labelIn(CUSTOMER_STATUSES, status)
  return <StatusBadge tone={TONES[status]}>{label}</StatusBadge>
}
