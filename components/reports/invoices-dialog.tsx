import { EmptyState } from '@/components/ui/empty-state'
import { TextLink } from '@/components/ui/text-link'
import { useReportInvoices } from '@/hooks/use-report'
import { formatMoney } from '@/lib/billing/money'
import { dayLabel } from '@/lib/dates/format'
import { tenantPath } from '@/lib/record-paths'
import type { InvoicesAsked } from '@/lib/reports/reports'
import { DrillDownDialog, DrillDownRow } from './drill-down-dialog'

/** The invoices behind a figure of the report, with links. */
export function InvoicesDialog({
  title,
  asked,
  onClose,
}: {
  title: string
  asked: InvoicesAsked
  onClose: () => void
}) {
  return (
    <DrillDownDialog
      title={title}
      query={useReportInvoices(asked)}
      empty={<EmptyState title="No invoices">They may have been paid or voided meanwhile.</EmptyState>}
      onClose={onClose}
    >
      {({ id, number, tenant_id, name, issued_on, due_on, total, open, tax, currency }) => (
        <DrillDownRow
          name={name}
          details={
            <>
              <TextLink href={`${tenantPath(tenant_id)}/billing?invoice=${id}`} className="font-medium">
                {number}
              </TextLink>{' '}
              <span className="whitespace-nowrap">{dayLabel(issued_on)},</span>{' '}
              <span className="whitespace-nowrap">due {dayLabel(due_on)}</span>
            </>
          }
          figure={
            <>
              {formatMoney(total, currency)}
              {asked.jurisdiction ? <span className="block">{formatMoney(tax, currency)} tax</span> : null}
              {open > 0 ? (
                <span className="block text-text-muted">{formatMoney(open, currency)} open</span>
              ) : null}
            </>
          }
        />
      )}
    </DrillDownDialog>
  )
}
