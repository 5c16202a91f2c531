import { ArrowLeft, FileText } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { failureOf } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { lateDialog } from '@/components/ui/late-code'
import { Skeleton } from '@/components/ui/skeleton'
import type { HeadingRef } from '@/hooks/focus-back'
import { useInvoice } from '@/hooks/use-billing'
import { useBusinessDay } from '@/hooks/use-business-day'
import { useMember } from '@/hooks/use-member'
import { useAction } from '@/hooks/use-write'
import { type InvoiceLine, removeAdjustment } from '@/lib/billing/invoices'
import { may } from '@/lib/session/permissions'
import { type InvoiceAction, InvoiceActions } from './invoice-actions'
import { InvoiceDocument } from './invoice-document'
import { InvoiceStatusBadge } from './invoice-status'

const InvoiceDialogs = lateDialog(
  dynamic(() => import('./invoice-dialogs').then((m) => m.InvoiceDialogs), {
    ssr: false,
  }),
)

/**
 * An invoice or draft in place of the list of invoices, with its lines and what can be done with it. The heading gets the
 * focus.
 */
export function InvoicePage({
  tenantId,
  invoiceId,
  headingRef,
  onClose,
}: {
  tenantId: string
  invoiceId: string
  headingRef: HeadingRef
  onClose: () => void
}) {
  const query = useInvoice(tenantId, invoiceId)
  const { data } = query
  const today = useBusinessDay()
  const { act } = useAction()
  const { permissions } = useMember()
  const [action, setAction] = useState<InvoiceAction | null>(null)

  async function removeLine(line: InvoiceLine) {
    await act((supabase) => removeAdjustment(supabase, line), `Removed ${line.description}`)
  }

  const back = (
    <Button icon={ArrowLeft} onClick={onClose}>
      All invoices
    </Button>
  )
  if (!data && query.error) return failureOf(query)
  if (data === undefined) return <Skeleton className="h-96 w-full" />
  if (data === null) {
    return (
      <EmptyState icon={<FileText size={18} />} title="Invoice not found" action={back}>
        The address may be mistyped, or the draft has been removed.
      </EmptyState>
    )
  }
  const { invoice, lines } = data
  const editable = invoice.status === 'draft' && may(permissions, 'billing', 'edit')

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-3">
          {back}
          <h2 ref={headingRef} tabIndex={-1} className="text-xl font-semibold outline-none">
            {invoice.number ?? 'Draft'}
          </h2>
          {invoice.number ? <InvoiceStatusBadge invoice={invoice} today={today} /> : null}
        </div>
        <InvoiceActions invoice={invoice} lines={lines} permissions={permissions} onAction={setAction} />
      </div>
      <InvoiceDocument
        invoice={invoice}
        lines={lines}
        onRemoveLine={editable ? (line) => void removeLine(line) : undefined}
      />
      {action ? (
        <InvoiceDialogs
          action={action}
          invoice={invoice}
          lines={lines}
          onClose={() => setAction(null)}
          onRemoved={onClose}
        />
      ) : null}
    </>
  )
}
