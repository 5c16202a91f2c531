import { Plus, Trash2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Amount } from '@/components/common/amount'
import { failureOf, inTable } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { IconButton } from '@/components/ui/icon-button'
import { lateDialog } from '@/components/ui/late-code'
import { ConfirmDialog } from '@/components/ui/lazy-confirm-dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { useBillingOverview, usePayments } from '@/hooks/use-billing'
import { useBusinessZone } from '@/hooks/use-business-day'
import { useMember } from '@/hooks/use-member'
import { useWrite } from '@/hooks/use-write'
import { formatMoney } from '@/lib/billing/money'
import { deletePayment, METHOD_LABELS, type Payment } from '@/lib/billing/payments'
import { todayIn } from '@/lib/dates/day'
import { dayLabel } from '@/lib/dates/format'
import { NO_VALUE } from '@/lib/figures'
import { may } from '@/lib/session/permissions'
import type { TabProps } from './tab-props'

const PaymentDialog = lateDialog(
  dynamic(() => import('./payment-dialog').then((m) => m.PaymentDialog), { ssr: false }),
)

/** A tenant's payments by the days of the company's time zone, in which they can be recorded and removed. */
export function PaymentsTab({ tenantId }: TabProps) {
  const query = usePayments(tenantId)
  const { data } = query
  const zone = useBusinessZone()
  const dayOf = ({ received_at }: Payment) => dayLabel(todayIn(zone, new Date(received_at)))
  const overview = useBillingOverview(tenantId)
  const write = useWrite()
  const { permissions } = useMember()
  const [recording, setRecording] = useState(false)
  const [removing, setRemoving] = useState<Payment | null>(null)
  // A guess at the currency would be wrong for some.
  if (!overview.data) return failureOf(overview) ?? <Skeleton className="h-64 w-full" />
  const { currency } = overview.data

  const mayDelete = may(permissions, 'billing', 'delete')
  const record = may(permissions, 'billing', 'create') ? (
    <Button variant="primary" icon={Plus} onClick={() => setRecording(true)}>
      Record a payment
    </Button>
  ) : null

  const columns: Column<Payment>[] = [
    { id: 'received', header: 'Received', cell: (row) => dayOf(row) },
    { id: 'method', header: 'Method', cell: (row) => METHOD_LABELS[row.method] },
    { id: 'reference', header: 'Reference', cell: (row) => row.reference || NO_VALUE },
    { id: 'invoice', header: 'For', cell: (row) => row.invoices?.number ?? 'The account' },
    {
      id: 'amount',
      header: 'Amount',
      numeric: true,
      cell: (row) => <Amount value={row.amount} currency={row.currency} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      phone: 'edge',
      width: 'w-12',
      cell: (row) =>
        mayDelete ? (
          <IconButton
            size="sm"
            label={`Reverse ${formatMoney(row.amount, row.currency)} of ${dayOf(row)}`}
            icon={Trash2}
            onClick={() => setRemoving(row)}
          />
        ) : null,
    },
  ]

  return (
    <>
      <div className="mb-3 flex justify-end empty:hidden">{data?.length ? record : null}</div>
      <DataTable
        label="Payments"
        columns={columns}
        rowKey={(row) => row.id}
        {...inTable(query)}
        empty={
          <EmptyState title="No payments yet" action={record}>
            Record a payment for an invoice, or let it pay the oldest ones.
          </EmptyState>
        }
      />
      {recording ? (
        <PaymentDialog tenantId={tenantId} currency={currency} onClose={() => setRecording(false)} />
      ) : null}
      {removing ? (
        <ConfirmDialog
          open
          onOpenChange={() => setRemoving(null)}
          title="Reverse this payment?"
          confirmLabel="Reverse"
          onConfirm={async () => {
            await write((supabase) => deletePayment(supabase, removing), 'Payment reversed')
          }}
        >
          {formatMoney(removing.amount, removing.currency)} of {dayOf(removing)}, as when a check bounced.
          Invoices that it covered are open again.
        </ConfirmDialog>
      ) : null}
    </>
  )
}
