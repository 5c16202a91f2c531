import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight } from 'lucide-react'
import type { CallDirection } from '@/lib/cdr/call-record'
import { DIRECTION_LABELS } from '@/lib/cdr/call-text'

const ICONS = { inbound: ArrowDownLeft, outbound: ArrowUpRight, local: ArrowLeftRight } as const

export function DirectionMark({ direction }: { direction: CallDirection }) {
  const Icon = ICONS[direction]
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon aria-hidden size={14} className="shrink-0 text-text-muted" />
      {DIRECTION_LABELS[direction]}
    </span>
  )
}
