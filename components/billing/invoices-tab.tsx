import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Amount } from '@/components/common/amount'
import { inTable } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { lateDialog } from '@/components/ui/late-code'
import { useInvoices } from '@/hooks/use-billing'
import { useBusinessDay } from '@/hooks/use-business-day'
import { useMember } from '@/hooks/use-member'
import type { Invoice } from '@/lib/billing/invoices'
import type { Day } from '@/lib/dates/day'
import { dayLabel, monthLabel } from '@/lib/dates/format'
import { NO_VALUE } from '@/lib/figures'
import { tenantPath } from '@/lib/record-paths'
import { may } from '@/lib/session/permissions'
import { InvoiceStatusBadge } from './invoice-status'
import type { TabProps } from './tab-props'

const DraftDialog = lateDialog(
  dynamic(() => import('./draft-dialog').then((m) => m.DraftDialog), { ssr: false }),
)

const invoiceColumns = (today: Day): Column<Invoice>[] => [
  {
    id: 'number',
    header: 'Number',
    cell: (row) => row.number ?? `Draft for ${monthLabel(row.period_start)}`,
  },
  { id: 'period', header: 'Period', cell: (row) => monthLabel(row.period_start) },
  { id: 'status', header: 'Status', cell: (row) => <InvoiceStatusBadge invoice={row} today={today} /> },
  { id: 'issued', header: 'Issued', cell: (row) => (row.issued_on ? dayLabel(row.issued_on) : NO_VALUE) },
  { id: 'due', header: 'Due', cell: (row) => (row.due_on ? dayLabel(row.due_on) : NO_VALUE) },
  {
    id: 'total',
    header: 'Total',
    numeric: true,
    cell: (row) => <Amount value={row.total} currency={row.currency} />,
  },
  {
    id: 'open',
    header: 'Open',
    numeric: true,
    cell: (row) =>
      row.status === 'issued' ? <Amount value={row.total - row.paid} currency={row.currency} /> : NO_VALUE,
  },
]

/** A tenant's invoices and drafts, and running its billing. */
export function InvoicesTab({ tenantId, onOpenInvoice }: TabProps) {
  const query = useInvoices(tenantId)
  const { data } = query
  const today = useBusinessDay()
  const { permissions } = useMember()
  const [drafting, setDrafting] = useState(false)
  const run = may(permissions, 'billing', 'create') ? (
    <Button variant="primary" onClick={() => setDrafting(true)}>
      Run billing
    </Button>
  ) : null

  return (
    <>
      <div className="mb-3 flex justify-end empty:hidden">{data?.length ? run : null}</div>
      <DataTable
        label="Invoices"
        columns={invoiceColumns(today)}
        rowKey={(row) => row.id}
        rowHref={(row) => `${tenantPath(tenantId)}/billing?tab=invoices&invoice=${row.id}`}
        {...inTable(query)}
        empty={
          <EmptyState title="No invoices yet" action={run}>
            Run billing to draft a month’s invoice from subscriptions and calls.
          </EmptyState>
        }
      />
      {drafting ? (
        <DraftDialog tenantId={tenantId} onClose={() => setDrafting(false)} onDrafted={onOpenInvoice} />
      ) : null}
    </>
  )
}
