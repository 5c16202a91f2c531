import type { Tone } from '@/components/ui/badge'
import { StatusBadge } from '@/components/ui/status-badge'
import type { CallStatus } from '@/lib/cdr/call-record'
import { STATUS_LABELS } from '@/lib/cdr/call-text'

const TONES: Readonly<Record<CallStatus, Tone>> = {
  answered: 'success',
  missed: 'warning',
  voicemail: 'info',
  busy: 'accent',
  failed: 'danger',
  cancelled: 'neutral',
}

export function CallStatusBadge({ status }: { status: CallStatus }) {
  return <StatusBadge tone={TONES[status]}>{STATUS_LABELS[status]}</StatusBadge>
}
