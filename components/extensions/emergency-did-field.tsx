import { useController } from 'react-hook-form'
import { Combobox } from '@/components/ui/combobox'
import { FormRow } from '@/components/ui/form-row'
import { useEmergencyNumbers } from '@/hooks/use-extensions'
import type { RecordValues } from '@/lib/records/field'
import { formatNorthAmericanPhone } from '@/lib/validation/phone'

const NONE = 'none'

/** The number that 911 calls are made from: only those whose address the carrier has confirmed are offered. */
export function EmergencyDidField({ tenantId }: { tenantId: string | null }) {
  const {
    field: { value, onChange },
    fieldState,
  } = useController<RecordValues>({ name: 'emergency_did_id' })
  const numbers = useEmergencyNumbers(tenantId)
  const chosen = numbers?.find(({ id }) => id === value)
  const textOf = ({ number, description }: { number: string; description: string }) =>
    `${formatNorthAmericanPhone(number) ?? number} ${description}`.trim()

  return (
    <FormRow
      label="Emergency caller ID"
      error={fieldState.error?.message}
      hint={
        numbers?.length === 0
          ? 'No number has a confirmed 911 address yet. Register one of the inbound numbers first.'
          : 'Where a dispatcher sends help and calls back. Only numbers with a confirmed 911 address.'
      }
    >
      <Combobox
        value={(value as string | null) ?? NONE}
        text={value ? (chosen ? textOf(chosen) : numbers ? 'No longer confirmed' : '…') : 'None'}
        muted={!value}
        searchLabel="Find a number"
        options={
          numbers && [
            { value: NONE, label: 'None' },
            ...numbers.map((did) => ({ value: did.id, label: textOf(did), keywords: did.number })),
          ]
        }
        onSelect={(id) => onChange(id === NONE ? null : id)}
      />
    </FormRow>
  )
}
