import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { useDraft, useOwnId } from '@/hooks/use-draft'
import { useValidatedForm } from '@/hooks/use-validated-form'
import { useRefreshRecords, useWrite } from '@/hooks/use-write'
import { adjustmentForm } from '@/lib/billing/forms'
import {
  addAdjustment,
  deleteDraft,
  type Invoice,
  type InvoiceLine,
  issueInvoice,
  saveNote,
  voidInvoice,
} from '@/lib/billing/invoices'
import { formatMoney } from '@/lib/billing/money'
import { monthStart } from '@/lib/dates/day'
import { monthLabel } from '@/lib/dates/format'
import { INVOICES } from '@/lib/supabase/constraints'
import type { InvoiceAction } from './invoice-actions'
import { PaymentDialog } from './payment-dialog'

interface DialogProps {
  invoice: Invoice
  lines: readonly InvoiceLine[]
  onClose: () => void
}

/** Confirms an action on an invoice. */
export function InvoiceDialogs({
  action,
  onRemoved,
  ...props
}: DialogProps & { action: InvoiceAction; onRemoved: () => void }) {
  const { invoice, onClose } = props
  switch (action) {
    case 'pay':
      return (
        <PaymentDialog
          tenantId={invoice.tenant_id}
          currency={invoice.currency}
          invoice={invoice}
          onClose={onClose}
        />
      )
    case 'issue':
      return <IssueDialog {...props} />
    case 'void':
      return <VoidDialog {...props} />
    case 'remove':
      return <RemoveDialog {...props} onRemoved={onRemoved} />
    case 'adjust':
      return <AdjustmentDialog {...props} />
    case 'note':
      return <NoteDialog {...props} />
  }
}

function IssueDialog({ invoice: current, onClose }: DialogProps) {
  const done = useWrite()
  const refresh = useRefreshRecords()
  // As it was read: this dialog covers what becomes of it meanwhile.
  const [invoice] = useState(current)
  const [refused, setRefused] = useState(false)

  async function issue() {
    try {
      await done((supabase) => issueInvoice(supabase, invoice), 'Invoice issued')
    } catch (error) {
      setRefused(true)
      throw error
    }
  }

  function close() {
    // The draft is not what the page shows: whoever checks it again is shown what is stored.
    if (refused) void refresh()
    onClose()
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title="Issue this invoice?"
      confirmLabel="Issue invoice"
      tone="primary"
      onConfirm={issue}
    >
      It gets the next number and a due date, and can no longer be changed:{' '}
      <strong className="text-text">{formatMoney(invoice.total, invoice.currency)}</strong>. A mistake is
      corrected by voiding it.
    </ConfirmDialog>
  )
}

function RemoveDialog({ invoice, lines, onClose, onRemoved }: DialogProps & { onRemoved: () => void }) {
  const done = useWrite()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Remove this draft?"
      confirmLabel="Remove draft"
      onConfirm={async () => {
        await done((supabase) => deleteDraft(supabase, invoice), 'Draft removed')
        onRemoved()
      }}
    >
      Adjustments and a note that were added to it are lost. Those taken over from a void invoice come back
      when billing is run for {monthLabel(invoice.period_start)} again. {chargedAgain(invoice, lines)}
    </ConfirmDialog>
  )
}

/** When what an invoice charges is charged again. Drafts of other months do not charge calls that only one month's invoice does. */
function chargedAgain({ period_start }: Invoice, lines: readonly InvoiceLine[]): string {
  const others = 'Everything else is due with the next draft.'
  if (!lines.some(({ kind }) => kind === 'usage')) return others
  const calls = `The calls of ${monthLabel(monthStart(period_start, -1))}`
  return `${calls} are charged when billing is run for ${monthLabel(period_start)} again, at the rates of that day. ${others}`
}

function adjustedAgain({ period_start, note }: Invoice, lines: readonly InvoiceLine[]): string {
  const adjusted = lines.some(({ kind }) => kind === 'adjustment')
  const what = [adjusted ? 'adjustments' : '', note && 'note'].filter(Boolean).join(' and its ')
  if (!what) return ''
  const are = adjusted ? 'are' : 'is'
  return `Its ${what} ${are} taken over when billing is run for ${monthLabel(period_start)} again. `
}

function VoidDialog({ invoice, lines, onClose }: DialogProps) {
  const done = useWrite()
  const [reason, setReason] = useState('')
  const draft = useDraft(`void ${invoice.id}`, null, reason === '' ? {} : { reason }, (typed) =>
    setReason(typed.reason ?? ''),
  )
  const [problem, setProblem] = useState<string>()

  async function save() {
    const missing = reason.trim() === ''
    setProblem(missing ? 'Enter a reason. It stays with the invoice.' : undefined)
    if (missing) return false
    await done((supabase) => voidInvoice(supabase, invoice, reason), `Invoice ${invoice.number} voided`)
    return true
  }

  return (
    <FormDialog
      title={`Void invoice ${invoice.number}?`}
      submitLabel="Void invoice"
      tone="danger"
      size="sm"
      dirty={reason !== ''}
      draft={draft}
      onSave={save}
      onClose={onClose}
    >
      <p className="text-base text-text-muted">
        This cannot be undone. Its number is not reused, and its payments become credit. Reports no longer
        count it in {monthLabel(String(invoice.issued_on))}, when it was issued, but list it as voided today.{' '}
        {adjustedAgain(invoice, lines)}
        {chargedAgain(invoice, lines)}
      </p>
      <FormRow label="Reason" error={problem} required>
        <Textarea
          rows={3}
          maxLength={INVOICES.void_reason.maxLength}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </FormRow>
    </FormDialog>
  )
}

function AdjustmentDialog({ invoice, onClose }: DialogProps) {
  const done = useWrite()
  const ownId = useOwnId()
  const { register, errorAt, whenValid, formState, draft } = useValidatedForm(
    adjustmentForm,
    {
      kind: 'charge',
      description: '',
      amount: '',
    },
    { name: `adjustment ${invoice.id}`, version: null, ownId },
  )
  const save = whenValid(({ kind, description, amount }) =>
    done(
      (supabase) =>
        addAdjustment(supabase, invoice, {
          id: ownId[0],
          description,
          amount: Number(kind === 'credit' ? `-${amount}` : amount),
        }),
      'Adjustment added',
    ),
  )
  return (
    <FormDialog
      title="Add an adjustment"
      submitLabel="Add adjustment"
      size="sm"
      dirty={formState.isDirty}
      draft={draft}
      onSave={save}
      onClose={onClose}
    >
      <FormRow label="Kind" error={errorAt('kind')}>
        <Select
          {...register('kind')}
          options={[
            { value: 'charge', label: 'Charge' },
            { value: 'credit', label: 'Credit' },
          ]}
        />
      </FormRow>
      <FormRow label="Description" error={errorAt('description')} required>
        <Input {...register('description')} />
      </FormRow>
      <FormRow label={`Amount in ${invoice.currency}`} error={errorAt('amount')} required>
        <Input {...register('amount')} inputMode="decimal" />
      </FormRow>
    </FormDialog>
  )
}

function NoteDialog({ invoice: current, onClose }: DialogProps) {
  const done = useWrite()
  // What someone else saves meanwhile is not overwritten: it is a conflict.
  const [invoice] = useState(current)
  const [note, setNote] = useState(invoice.note)
  const draft = useDraft(
    `invoice-note ${invoice.id}`,
    invoice.version,
    note === invoice.note ? {} : { note },
    (typed) => setNote(typed.note ?? note),
  )
  return (
    <FormDialog
      title="Edit the note"
      submitLabel="Save note"
      dirty={note !== invoice.note}
      draft={draft}
      onSave={async () => {
        await done((supabase) => saveNote(supabase, invoice, note), 'Note saved')
        return true
      }}
      onClose={onClose}
    >
      <FormRow label="Note" hint="Printed below the lines.">
        <Textarea
          maxLength={INVOICES.note.maxLength}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </FormRow>
    </FormDialog>
  )
}
