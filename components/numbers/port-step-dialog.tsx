import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { Alert } from '@/components/ui/alert'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { useDraft } from '@/hooks/use-draft'
import { useWrite } from '@/hooks/use-write'
import { setPortState } from '@/lib/numbers/port-orders'
import { type PortStep, portWarning } from '@/lib/numbers/port-steps'
import { PORT_STATES } from '@/lib/resources/port-order'
import { PORT_ORDERS } from '@/lib/supabase/constraints'
import type { Tables } from '@/lib/supabase/database.types'

export interface PortStepDialogProps {
  order: Tables<'port_orders'>
  step: PortStep
  onClose: () => void
}

/** Asks for the input of a port order step, and performs it. */
export function PortStepDialog({ order, step, onClose }: PortStepDialogProps) {
  const write = useWrite()
  const [reason, setReason] = useState('')
  // Carriers usually agree on the requested date.
  const [proposed] = useState(order.foc_date ?? order.wished_on ?? '')
  const [day, setDay] = useState(proposed)
  const draft = useDraft(`port-step ${order.id} ${step.to}`, null, reason === '' ? {} : { reason }, (typed) =>
    setReason(typed.reason ?? ''),
  )
  const asksReason = step.asks === 'reason'
  const asksDay = step.asks === 'day'
  const warning = portWarning(order, step)

  async function take() {
    const asked = {
      port_order: order.id,
      expected_version: order.version,
      to_state: step.to,
      reason: asksReason ? reason.trim() : undefined,
      foc: asksDay ? day : undefined,
    }
    const state = PORT_STATES.find(({ value }) => value === step.to)?.label ?? step.to
    await write((supabase) => setPortState(supabase, asked), `${order.name}: ${state}`)
    return true
  }

  return (
    <FormDialog
      size="sm"
      role={step.asks ? 'dialog' : 'alertdialog'}
      title={`${step.label}: ${order.name}`}
      description={step.question}
      submitLabel={step.label}
      cancelLabel="Back"
      tone={step.danger ? 'danger' : 'primary'}
      ready={(!asksReason || reason.trim() !== '') && (!asksDay || day !== '')}
      dirty={reason !== '' || day !== proposed}
      draft={draft}
      onSave={take}
      onClose={onClose}
    >
      {warning ? (
        <Alert tone="warning" quiet>
          {warning}
        </Alert>
      ) : null}
      {asksReason ? (
        <FormRow label="Reason" required>
          <Textarea
            rows={3}
            maxLength={PORT_ORDERS.exception_reason.maxLength}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </FormRow>
      ) : null}
      {asksDay ? (
        <FormRow label="FOC date" hint="Firm order commitment" required>
          <Input type="date" value={day} onChange={(event) => setDay(event.target.value)} />
        </FormRow>
      ) : null}
    </FormDialog>
  )
}
