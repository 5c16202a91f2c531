import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { Alert } from '@/components/ui/alert'
import { FormRow } from '@/components/ui/form-row'
import { Select } from '@/components/ui/select'
import { useBusinessDay } from '@/hooks/use-business-day'
import { useWrite } from '@/hooks/use-write'
import { runCycle } from '@/lib/billing/invoices'
import { USAGE_MONTHS } from '@/lib/billing/rates'
import { type Day, monthStart } from '@/lib/dates/day'
import { monthLabel } from '@/lib/dates/format'

/** Drafts the invoice of a month: its subscriptions, and the calls of the month before. */
export function DraftDialog({
  tenantId,
  onClose,
  onDrafted,
}: {
  tenantId: string
  onClose: () => void
  onDrafted: (invoiceId: string) => void
}) {
  const write = useWrite()
  const today = useBusinessDay()
  const [period, setPeriod] = useState(() => monthStart(today))
  const [nothingDue, setNothingDue] = useState<Day>()
  const empty = period === nothingDue
  const periods = Array.from({ length: USAGE_MONTHS + 1 }, (_, back) => monthStart(today, 1 - back))

  async function run() {
    const id = await write((supabase) => runCycle(supabase, tenantId, period, empty))
    if (id) onDrafted(id)
    else setNothingDue(period)
    return id !== null
  }

  return (
    <FormDialog
      title="Run billing"
      submitLabel={empty ? 'Draft without lines' : 'Draft invoice'}
      size="sm"
      dirty={false}
      draft={null}
      onSave={run}
      onClose={onClose}
    >
      <p className="text-base text-text-muted">
        The draft charges subscriptions for the month ahead and the calls of the month before. Running it
        again replaces the draft; an invoice that has been issued stays as it is.
      </p>
      <FormRow label="Month">
        <Select
          value={period}
          onChange={(event) => setPeriod(event.target.value)}
          options={periods.map((value) => ({ value, label: monthLabel(value) }))}
        />
      </FormRow>
      {empty ? (
        <Alert tone="info" role="status">
          Nothing is due for {monthLabel(period)}. Adjustments can be added to a draft without lines.
        </Alert>
      ) : null}
    </FormDialog>
  )
}
