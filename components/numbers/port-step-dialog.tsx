import { type FormEvent, useId, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { DraftNotice } from '@/components/ui/draft-notice'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { useDraft } from '@/hooks/use-draft'
import { useRefreshRecords } from '@/hooks/use-record'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import type { PortStep } from '@/lib/numbers/port-steps'
import { PORT_STATES } from '@/lib/resources/port-order'
import { dataOf } from '@/lib/supabase/answer'
import { getSupabase } from '@/lib/supabase/browser-client'
import type { Tables } from '@/lib/supabase/database.types'

export interface PortStepDialogProps {
  order: Tables<'port_orders'>
  step: PortStep
  onClose: () => void
}

/** Asks for what a step of a port order needs, and takes it. */
export function PortStepDialog({ order, step, onClose }: PortStepDialogProps) {
  const form = useId()
  const refresh = useRefreshRecords()
  const [reason, setReason] = useState('')
  const [day, setDay] = useState(order.foc_date ?? '')
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const draft = useDraft(`port-step ${order.id} ${step.to}`, null, reason === '' ? {} : { reason }, (typed) =>
    setReason(typed.reason ?? ''),
  )

  function back() {
    if (reason) draft.forget()
    onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setWorking(true)
    setFailure(null)
    try {
      const asked = {
        port_order: order.id,
        expected_version: order.version,
        to_state: step.to,
        reason: step.asks === 'reason' ? reason.trim() : undefined,
        foc: step.asks === 'day' ? day : undefined,
      }
      dataOf(await (await getSupabase()).rpc('step_port_order', asked))
      draft.forget()
      await refresh()
      const state = PORT_STATES.find(({ value }) => value === step.to)?.label ?? step.to
      void notify('success', `${order.name}: ${state}`)
      onClose()
    } catch (error) {
      setFailure(failureMessage(error))
      setWorking(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={back}
      size="sm"
      dismissable={!working}
      title={`${step.label}: ${order.name}`}
      footer={
        <>
          <Button onClick={back} disabled={working}>
            Back
          </Button>
          <Button type="submit" form={form} variant={step.danger ? 'danger' : 'primary'} loading={working}>
            {step.label}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <DraftNotice {...draft} />
        {failure ? <Alert tone="danger">{failure}</Alert> : null}
        <p className="text-base text-text-muted">{step.question}</p>
        {step.asks === 'reason' ? (
          <FormRow label="Reason" required>
            <Textarea
              required
              rows={3}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </FormRow>
        ) : null}
        {step.asks === 'day' ? (
          <FormRow label="FOC date" hint="Firm order commitment" required>
            <Input type="date" required value={day} onChange={(event) => setDay(event.target.value)} />
          </FormRow>
        ) : null}
      </form>
    </Dialog>
  )
}
