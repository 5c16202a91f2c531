import { type FormEvent, useId, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { type CallFlowRow, labelOfState, switchCallFlow } from '@/hooks/use-call-flow-switch'
import { useRefreshRecords } from '@/hooks/use-record'
import { inputOfInstant, instantOfInput } from '@/lib/dates/wall-input'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { type CallFlowState, effectiveState, otherState } from '@/lib/telephony/call-flow'
import { describeMoment } from '@/lib/telephony/schedule-text'

const HOUR_MS = 3_600_000

export type SwitchUntilDialogProps = {
  flow: CallFlowRow
  /** The tenant's time zone, in which the time is typed. */
  zone: string
  onClose: () => void
}

/** Switches a flow until a time at which it switches itself back. */
export function SwitchUntilDialog({ flow, zone, onClose }: SwitchUntilDialogProps) {
  const formId = useId()
  const refresh = useRefreshRecords()
  const [opened] = useState(() => Date.now())
  const current = effectiveState(
    { state: flow.state as CallFlowState, reverts_at: flow.reverts_at },
    new Date(opened),
  )
  const [state, setState] = useState<CallFlowState>(otherState(current))
  const [until, setUntil] = useState(() => inputOfInstant(zone, opened + HOUR_MS))
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const instant = instantOfInput(zone, until)
    if (instant === undefined) {
      setProblem('There is no such time: give a date and a time that clocks show there.')
    } else if (isOver(instant)) {
      setProblem('This time is already over.')
    } else {
      await save(instant)
    }
  }

  async function save(instant: number) {
    setProblem(undefined)
    setFailure(undefined)
    setSaving(true)
    try {
      await switchCallFlow(flow, state, new Date(instant).toISOString())
      const moment = describeMoment(zone, instant, Date.now())
      void notify('success', `${flow.name} is switched to ${labelOfState(flow, state)} until ${moment}`)
      onClose()
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      setSaving(false)
      await refresh()
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissable={!saving}
      size="sm"
      fullScreenOnPhone={false}
      title={`Switch ${flow.name} until a time`}
      description={`Then it goes to ${labelOfState(flow, otherState(state))} by itself.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={saving}>
            Switch
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {failure ? <Alert tone="danger">{failure}</Alert> : null}
        <FormRow label="Switch to">
          <Select
            value={state}
            onChange={(event) => setState(event.target.value as CallFlowState)}
            options={(['normal', 'alternate'] as const).map((one) => ({
              value: one,
              label: one === current ? `${labelOfState(flow, one)} (as it is now)` : labelOfState(flow, one),
            }))}
          />
        </FormRow>
        <FormRow
          label="Until"
          hint={`In the tenant’s time zone, ${zone.replaceAll('_', ' ')}.`}
          error={problem}
        >
          <Input type="datetime-local" value={until} onChange={(event) => setUntil(event.target.value)} />
        </FormRow>
        <div className="flex flex-wrap gap-2">
          {[1, 4, 12].map((hours) => (
            <Button
              key={hours}
              size="sm"
              onClick={() => setUntil(inputOfInstant(zone, Date.now() + hours * HOUR_MS))}
            >
              {hours === 1 ? 'In 1 hour' : `In ${hours} hours`}
            </Button>
          ))}
        </div>
      </form>
    </Dialog>
  )
}

function isOver(instant: number): boolean {
  return instant <= Date.now()
}
