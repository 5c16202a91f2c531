import { useMemo } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import { Combobox } from '@/components/ui/combobox'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { callable, callers } from '@/lib/telephony/simulator/callable'
import type { Lack, TestCall } from '@/lib/telephony/simulator/question'
import { shownNumber } from '@/lib/validation/phone'
import { MomentFields } from './moment-fields'

const CALLERS = [
  { value: 'outside', label: 'Someone outside' },
  { value: 'extension', label: 'An extension' },
]
const PATIENCE = [
  { value: '30', label: '30 secs' },
  { value: '60', label: '1 min' },
  { value: '300', label: '5 mins' },
  { value: '900', label: '15 mins' },
]

export interface CallFieldsProps {
  snapshot: TenantSnapshot
  call: TestCall
  lack: Lack | undefined
  onChange: (changes: Partial<TestCall>) => void
}

/** The inputs of a test call: caller, called number, time, digits pressed and patience. */
export function CallFields({ snapshot, call, lack, onChange }: CallFieldsProps) {
  const zone = snapshot.tenant.time_zone
  const error = (field: Lack['field']) => (lack?.field === field ? lack.text : undefined)
  return (
    <>
      <FormRow label="Who calls">
        <Select
          options={CALLERS}
          value={call.extension === null ? 'outside' : 'extension'}
          onChange={(event) =>
            onChange({ extension: event.target.value === 'extension' ? '' : null, to: '', phones: {} })
          }
        />
      </FormRow>
      {call.extension === null ? (
        <FromOutside snapshot={snapshot} call={call} error={error} onChange={onChange} />
      ) : (
        <FromExtension snapshot={snapshot} call={call} onChange={onChange} />
      )}
      <MomentFields zone={zone} value={call.at} error={error('at')} onChange={(at) => onChange({ at })} />
      <FormRow label="Digits pressed" hint="In order, with a space between menus: 2 1001">
        <Input
          autoComplete="off"
          value={call.digits}
          onChange={(event) => onChange({ digits: event.target.value })}
        />
      </FormRow>
      <FormRow label="The caller waits">
        <Select
          placeholder="As long as it takes"
          options={PATIENCE}
          value={call.patience === null ? '' : String(call.patience)}
          onChange={(event) => onChange({ patience: Number(event.target.value) || null })}
        />
      </FormRow>
    </>
  )
}

function FromOutside({
  snapshot,
  call,
  error,
  onChange,
}: Omit<CallFieldsProps, 'lack'> & { error: (field: Lack['field']) => string | undefined }) {
  const options = useMemo(() => callable(snapshot), [snapshot])
  const chosen = options.find(({ value }) => value === call.to)
  return (
    <>
      <FormRow
        label="Caller’s number"
        error={error('caller')}
        hint={call.withheld ? undefined : 'Leave empty for a caller that no rule matches.'}
      >
        <Input
          type="tel"
          autoComplete="off"
          disabled={call.withheld}
          maxLength={32}
          value={call.withheld ? '' : call.caller}
          onChange={(event) => onChange({ caller: event.target.value })}
        />
      </FormRow>
      <Checkbox
        label="The number is withheld"
        checked={call.withheld}
        onChange={(event) => onChange({ withheld: event.target.checked })}
      />
      <FormRow label="Called">
        <Combobox
          options={options}
          value={call.to || null}
          text={chosen?.label ?? (call.to ? shownNumber(call.to) : 'Choose a number')}
          muted={!call.to}
          searchLabel="Search numbers"
          emptyText="No number matches"
          onSelect={(to) => onChange({ to, phones: {} })}
        />
      </FormRow>
    </>
  )
}

function FromExtension({ snapshot, call, onChange }: Omit<CallFieldsProps, 'lack'>) {
  const options = useMemo(() => callers(snapshot), [snapshot])
  const chosen = options.find(({ value }) => value === call.extension)
  return (
    <>
      <FormRow label="Extension">
        <Combobox
          options={options}
          value={call.extension || null}
          text={chosen?.label ?? (call.extension || 'Choose an extension')}
          muted={!chosen}
          searchLabel="Search extensions"
          emptyText="No extension matches"
          onSelect={(extension) => onChange({ extension })}
        />
      </FormRow>
      <FormRow label="Dialed" hint="A number, an extension or a feature code.">
        <Input
          type="tel"
          autoComplete="off"
          value={call.to}
          onChange={(event) => onChange({ to: event.target.value })}
        />
      </FormRow>
    </>
  )
}
