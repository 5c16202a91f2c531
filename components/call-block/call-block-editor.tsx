import { useController, useWatch } from 'react-hook-form'
import { Fields } from '@/components/records/fields'
import type { EditorProps } from '@/components/records/record-form'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { formatInZone } from '@/lib/dates/format'
import { inputOfInstant, isoOfInput } from '@/lib/dates/wall-input'
import { zoneName } from '@/lib/dates/zones'
import type { RecordValues } from '@/lib/records/field'
import { WouldHaveBlocked } from './would-have-blocked'

/** A block rule's form, with how many calls the rule would have stopped of late. */
export function CallBlockEditor({ resource, tenantId }: EditorProps) {
  const values = useWatch<RecordValues>() as RecordValues
  const fields = (...names: string[]) => <Fields of={resource} names={names} />
  return (
    <>
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        {fields('direction', 'extension_id', 'match')}
        {values.match === 'anonymous' ? <div className="max-sm:hidden" /> : fields('number')}
        <div className="col-span-full">
          <WouldHaveBlocked tenantId={tenantId} values={values} />
        </div>
        {fields('action')}
        {values.action === 'destination' ? fields('destination_id') : <div className="max-sm:hidden" />}
        {fields('name')}
        <ExpiryField />
        {fields('enabled')}
      </div>
    </>
  )
}

/** Until when a rule counts, in the tenant's time zone; empty for ever. */
function ExpiryField() {
  const zone = useCurrentTenant().time_zone
  const {
    field: { ref, value, onChange, onBlur },
    fieldState: { error },
  } = useController<RecordValues>({ name: 'expires_at' })
  const end = (value as string | null) ?? null
  return (
    <FormRow
      label="Expires"
      error={error?.message}
      hint={end ? `On ${formatInZone(end, zone)}.` : `Never, unless a time is given (${zoneName(zone)}).`}
    >
      <Input
        type="datetime-local"
        ref={ref}
        value={end ? inputOfInstant(zone, Date.parse(end)) : ''}
        onBlur={onBlur}
        onChange={(event) => onChange(isoOfInput(zone, event.target.value))}
      />
    </FormRow>
  )
}
