import type { Tone } from '@/components/ui/badge'
import { StatusBadge } from '@/components/ui/status-badge'
import { type Quote, type QuoteState, quoteState } from '@/lib/sales/quotes'

interface Look {
  tone: Tone
  label: string
}

const LOOKS: Record<string, Look> = {
  draft: { tone: 'neutral', label: 'Draft' },
  sent: { tone: 'info', label: 'Sent' },
  expired: { tone: 'warning', label: 'Expired' },
  accepted: { tone: 'success', label: 'Accepted' },
  declined: { tone: 'danger', label: 'Declined' },
  replaced: { tone: 'neutral', label: 'Replaced' },
} satisfies Record<QuoteState, Look>

export function QuoteStatus({ quote }: { quote: Quote }) {
  const state = quoteState(quote)
  return <StatusBadge tone={LOOKS[state]?.tone}>{LOOKS[state]?.label ?? state}</StatusBadge>
}
