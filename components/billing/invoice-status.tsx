import type { Tone } from '@/components/ui/badge'
import { StatusBadge } from '@/components/ui/status-badge'
import { type Invoice, isOverdue } from '@/lib/billing/invoices'
import type { Day } from '@/lib/dates/day'

const STATES: Record<Invoice['status'], { tone: Tone; label: string }> = {
  draft: { tone: 'neutral', label: 'Draft' },
  issued: { tone: 'info', label: 'Issued' },
  paid: { tone: 'success', label: 'Paid' },
  void: { tone: 'neutral', label: 'Void' },
}

/** An invoice's status, including whether it is overdue on a business day. */
export function InvoiceStatusBadge({
  invoice,
  today,
}: {
  invoice: Pick<Invoice, 'status' | 'due_on'>
  today: Day
}) {
  if (isOverdue(invoice, today)) return <StatusBadge tone="danger">Overdue</StatusBadge>
  const { tone, label } = STATES[invoice.status]
  return <StatusBadge tone={tone}>{label}</StatusBadge>
}
