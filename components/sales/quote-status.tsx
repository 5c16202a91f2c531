import type { Tone } from '@/components/ui/badge'
import { StatusBadge } from '@/components/ui/status-badge'
import { type Quote, quoteState } from '@/lib/sales/quotes'

const LOOKS: Record<string, { tone: Tone; label: string }> = {
  draft: { tone: 'neutral', label: 'Draft' },
  sent: { tone: 'info', label: 'Sent' },
  expired: { tone: 'warning', label: 'Expired' },
  accepted: { tone: 'success', label: 'Accepted' },
  declined: { tone: 'danger', label: 'Declined' },
  replaced: { tone: 'neutral', label: 'Replaced' },
}

export function QuoteStatus({ quote }: { quote: Quote }) {
  const state = quoteState(quote)
  return <StatusBadge tone={LOOKS[state]?.tone}>{LOOKS[state]?.label ?? state}</StatusBadge>
}
