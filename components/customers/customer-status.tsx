import type { Tone } from '@/components/ui/badge'
import { StatusBadge } from '@/components/ui/status-badge'
import { CUSTOMER_STATUSES } from '@/lib/resources/customer'

const TONES: Record<string, Tone> = { prospect: 'info', active: 'success', suspended: 'warning' }

export function CustomerStatus({ status }: { status: string }) {
  const label = CUSTOMER_STATUSES.find(({ value }) => value === status)?.label ?? status
  return <StatusBadge tone={TONES[status]}>{label}</StatusBadge>
}
