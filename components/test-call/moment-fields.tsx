import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { inputOfInstant } from '@/lib/dates/wall-input'

const TIMES = [
  { value: 'now', label: 'Now' },
  { value: 'then', label: 'At a date and time' },
]
/** Stands for all moments together, where that is offered. */
export const ANY_TIME = 'any'

export interface MomentFieldsProps {
  zone: string
  /** `2026-03-08T09:00` by the clocks of the zone; null for now; ANY_TIME. */
  value: string | null
  error: string | undefined
  offersAnyTime?: boolean
  onChange: (value: string | null) => void
}

/** Now, or a moment by the tenant's clocks. */
export function MomentFields({ zone, value, error, offersAnyTime = false, onChange }: MomentFieldsProps) {
  return (
    <>
      <FormRow label="When">
        <Select
          options={offersAnyTime ? [...TIMES, { value: ANY_TIME, label: 'Any time' }] : TIMES}
          value={value === null ? 'now' : value === ANY_TIME ? ANY_TIME : 'then'}
          onChange={(event) => onChange(chosen(zone, event.target.value))}
        />
      </FormRow>
      {value === null || value === ANY_TIME ? null : (
        <FormRow label="Date and time" error={error} hint={`By the tenant’s clocks, ${zone}.`}>
          <Input type="datetime-local" value={value} onChange={(event) => onChange(event.target.value)} />
        </FormRow>
      )}
    </>
  )
}

function chosen(zone: string, time: string): string | null {
  if (time === 'then') return inputOfInstant(zone, Date.now())
  return time === ANY_TIME ? ANY_TIME : null
}
