import { FormDialog } from '@/components/common/form-dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { useInvoices } from '@/hooks/use-billing'
import { useBusinessDay, useBusinessZone } from '@/hooks/use-business-day'
import { useOwnId } from '@/hooks/use-draft'
import { useValidatedForm } from '@/hooks/use-validated-form'
import { useWrite } from '@/hooks/use-write'
import { paymentForm } from '@/lib/billing/forms'
import type { Invoice } from '@/lib/billing/invoices'
import { METHOD_LABELS, PAYMENT_METHODS, recordPayment } from '@/lib/billing/payments'
import { todayIn } from '@/lib/dates/day'
import { monthLabel } from '@/lib/dates/format'
import { isoOfInput } from '@/lib/dates/wall-input'

/** A payment or a refund; for an invoice the open amount is proposed. */
export function PaymentDialog({
  tenantId,
  currency,
  invoice,
  onClose,
}: {
  tenantId: string
  currency: string
  invoice?: Invoice
  onClose: () => void
}) {
  const write = useWrite()
  const zone = useBusinessZone()
  const today = useBusinessDay()
  const invoices = useInvoices(tenantId)
  const ownId = useOwnId()
  const { register, errorAt, whenValid, formState, watch, draft } = useValidatedForm(
    paymentForm(today),
    {
      method: 'ach',
      amount: invoice ? (invoice.total - invoice.paid).toFixed(2) : '',
      received_on: today,
      reference: '',
      invoice_id: invoice?.id ?? '',
    },
    { name: `payment ${invoice?.id ?? tenantId}`, version: invoice?.version ?? null, ownId },
  )
  const refund = watch('method') === 'refund'
  const open = (invoices.data ?? (invoice ? [invoice] : [])).filter(({ status }) => status === 'issued')

  const save = whenValid(async ({ method, amount, received_on, reference, invoice_id }) => {
    await write(
      (supabase) =>
        recordPayment(supabase, {
          id: ownId[0],
          tenant_id: tenantId,
          method,
          currency,
          amount: Number(refund ? `-${amount}` : amount),
          received_at:
            received_on === todayIn(zone)
              ? new Date().toISOString()
              : String(isoOfInput(zone, `${received_on}T12:00`)),
          reference,
          invoice_id: refund ? null : invoice_id || null,
        }),
      refund ? 'Refund recorded' : 'Payment recorded',
    )
  })

  return (
    <FormDialog
      title={invoice ? `Mark invoice ${invoice.number} paid` : 'Record a payment'}
      submitLabel={refund ? 'Record refund' : 'Record payment'}
      dirty={formState.isDirty}
      draft={draft}
      onSave={save}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormRow label="Method" error={errorAt('method')}>
          <Select
            {...register('method')}
            options={PAYMENT_METHODS.map((value) => ({ value, label: METHOD_LABELS[value] }))}
          />
        </FormRow>
        <FormRow label={`Amount in ${currency}`} error={errorAt('amount')} required>
          <Input {...register('amount')} inputMode="decimal" />
        </FormRow>
        <FormRow label={refund ? 'Refunded on' : 'Received on'} error={errorAt('received_on')} required>
          <Input type="date" max={today} {...register('received_on')} />
        </FormRow>
        <FormRow label="Reference" hint="Check number, transaction." error={errorAt('reference')}>
          <Input {...register('reference')} />
        </FormRow>
      </div>
      {refund ? (
        <p className="text-base text-text-muted">
          A refund returns credit, up to what has been paid beyond all invoices.
        </p>
      ) : (
        <FormRow
          label="For"
          hint="Anything left over pays the invoices due first, then stays as credit."
          error={errorAt('invoice_id')}
        >
          <Select
            {...register('invoice_id')}
            placeholder="Whatever is due first"
            options={open.map(({ id: value, number, period_start }) => ({
              value,
              label: `${number}, ${monthLabel(period_start)}`,
            }))}
          />
        </FormRow>
      )}
    </FormDialog>
  )
}
