import { useController } from 'react-hook-form'
import { DestinationPicker } from '@/components/common/destination-picker'
import { FormRow } from '@/components/ui/form-row'
import { Switch } from '@/components/ui/switch'
import type { RecordValues } from '@/lib/records/field'
import { FORWARDINGS } from '@/lib/telephony/forwardings'

/** Do not disturb, and the four cases of call forwarding with their destinations. */
export function ForwardingFields({ extensionId }: { extensionId: string }) {
  return (
    <div className="flex flex-col gap-3">
      <SwitchField
        name="do_not_disturb"
        label="Do not disturb"
        hint="Phones stay silent, and calls go where they go when the phone is busy."
      />
      <ul className="flex flex-col gap-3">
        {FORWARDINGS.map(({ name, label }) => (
          <li
            key={name}
            className="grid items-start gap-x-4 gap-y-1.5 sm:grid-cols-[15rem_minmax(0,1fr)] sm:*:first:pt-1"
          >
            <SwitchField name={`forward_${name}_enabled`} label={label} />
            <Destination
              name={`forward_${name}_destination_id`}
              label={`${label}, forward to`}
              extensionId={extensionId}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function SwitchField({ name, label, hint }: { name: string; label: string; hint?: string }) {
  const {
    field: { value, onChange, onBlur, ref },
  } = useController<RecordValues>({ name })
  return (
    <Switch
      ref={ref}
      label={label}
      hint={hint}
      checked={value === true}
      onBlur={onBlur}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}

function Destination({ name, label, extensionId }: { name: string; label: string; extensionId: string }) {
  const {
    field: { value, onChange },
    fieldState,
  } = useController<RecordValues>({ name })
  const itself = value === extensionId
  return (
    <FormRow
      label={label}
      labelHidden
      error={itself ? 'An extension cannot forward to itself.' : fieldState.error?.message}
    >
      <DestinationPicker value={(value as string | null) ?? null} onChange={onChange} />
    </FormRow>
  )
}
