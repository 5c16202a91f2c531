import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { type CallFlowRow, labelOfState, switchCallFlow } from '@/hooks/use-call-flow-switch'
import { useWrite } from '@/hooks/use-write'
import { HOUR_MS } from '@/lib/dates/calendar'
import { inputOfInstant, instantOfInput } from '@/lib/dates/wall-input'
import { zoneName } from '@/lib/dates/zones'
import { type CallFlowState, effectiveState, otherState } from '@/lib/telephony/call-flow'
import { describeMoment } from '@/lib/telephony/schedule-text'

export type SwitchUntilDialogProps = {
  flow: CallFlowRow
  /** The tenant's time zone, in which the time is typed. */
  zone: string
  onClose: () => void
}

/** Switches a flow until a time in its zone, proposed an hour from now. */
export function SwitchUntilDialog({ flow, zone, onClose }: SwitchUntilDialogProps) {
  const write = useWrite()
  const [opened] = useState(() => Date.now())
  const current = effectiveState(
    { state: flow.state as CallFlowState, reverts_at: flow.reverts_at },
    new Date(opened),
  )
  const [state, setState] = useState<CallFlowState>(otherState(current))
  const [start] = useState(() => inputOfInstant(zone, opened + HOUR_MS))
  const [until, setUntil] = useState(start)
  const [problem, setProblem] = useState<string>()

  async function save() {
    const instant = instantOfInput(zone, until, Date.now())
    if (instant === undefined || isOver(instant)) {
      setProblem(
        instant === undefined
          ? 'Enter a date and time that exist in this time zone.'
          : 'Enter a time in the future.',
      )
      return false
    }
    setProblem(undefined)
    await write(
      (supabase) => switchCallFlow(supabase, flow, state, new Date(instant).toISOString()),
      `${flow.name} is switched to ${labelOfState(flow, state)} until ${describeMoment(zone, instant, Date.now())}`,
    )
    return true
  }

  return (
    <FormDialog
      size="sm"
      title={`Switch ${flow.name} until a set time`}
      description={`Then it switches to ${labelOfState(flow, otherState(state))} by itself.`}
      submitLabel="Switch"
      draft={null}
      dirty={until !== start || state === current}
      onSave={save}
      onClose={onClose}
    >
      <FormRow label="Switch to">
        <Select
          value={state}
          onChange={(event) => setState(event.target.value as CallFlowState)}
          options={(['normal', 'alternate'] as const).map((one) => ({
            value: one,
            label: one === current ? `${labelOfState(flow, one)} (current)` : labelOfState(flow, one),
          }))}
        />
      </FormRow>
      <FormRow label="Until" hint={`Tenant time zone: ${zoneName(zone)}.`} error={problem}>
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
    </FormDialog>
  )
}

function isOver(instant: number): boolean {
  return instant <= Date.now()
}
