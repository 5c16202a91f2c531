import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { inputOfInstant } from '@/lib/dates/wall-input'

const TIMES = [
  { value: 'now', label: 'Now' },
  { value: 'then', label: 'At a date and time' },
]

export interface MomentFieldsProps {
  zone: string
  /** `2026-03-08T09:00` by the clocks of the zone; null for now. */
  value: string | null
  error: string | undefined
  onChange: (value: string | null) => void
}

/** Now, or a moment by the tenant's clocks. */
export function MomentFields({ zone, value, error, onChange }: MomentFieldsProps) {
  return (
    <>
      <FormRow label="When">
        <Select
          options={TIMES}
          value={value === null ? 'now' : 'then'}
          onChange={(event) =>
            onChange(event.target.value === 'now' ? null : inputOfInstant(zone, Date.now()))
          }
        />
      </FormRow>
      {value === null ? null : (
        <FormRow label="Date and time" error={error} hint={`By the tenant’s clocks, ${zone}.`}>
          <Input type="datetime-local" value={value} onChange={(event) => onChange(event.target.value)} />
        </FormRow>
      )}
    </>
  )
}
