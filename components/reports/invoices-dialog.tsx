import { EmptyState } from '@/components/ui/empty-state'
import { TextLink } from '@/components/ui/text-link'
import { useReportInvoices } from '@/hooks/use-report'
import { dayLabel } from '@/lib/dates/format'
import { tenantPath } from '@/lib/record-paths'
import { type InvoicesAsked, type ReportedInvoice, sumsOf } from '@/lib/reports/reports'
import { countOf } from '@/lib/words'
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
      total={(invoices) => (
        <DrillDownRow
          name="Total"
          details={countOf(invoices.length, 'invoice')}
          figure={figureOf(asked, invoices)}
        />
      )}
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
          figure={figureOf(asked, [{ total, open, tax, currency }])}
        />
      )}
    </DrillDownDialog>
  )
}

/** The amount of invoices, with the tax if that was asked, and what is unpaid. */
function figureOf(
  { jurisdiction }: InvoicesAsked,
  invoices: readonly Pick<ReportedInvoice, 'total' | 'open' | 'tax' | 'currency'>[],
) {
  const unpaid = invoices.filter(({ open }) => open > 0)
  return (
    <>
      {sumsOf(invoices, ({ total }) => total)}
      {jurisdiction ? <span className="block">{sumsOf(invoices, ({ tax }) => tax)} tax</span> : null}
      {unpaid.length > 0 ? (
        <span className="block text-text-muted">{sumsOf(unpaid, ({ open }) => open)} open</span>
      ) : null}
    </>
  )
}
