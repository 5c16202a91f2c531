import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { inputOfInstant } from '@/lib/dates/wall-input'
import { zoneName } from '@/lib/dates/zones'
import { WEEKDAYS, weeklyOf } from '@/lib/telephony/simulator/test-moment'

const TIMES = [
  { value: 'now', label: 'Now' },
  { value: 'then', label: 'At a date and time' },
  { value: 'weekly', label: 'On a day of the week' },
]

/** Any time, where that is offered. */
export const ANY_TIME = 'any'

const USUAL = { now: null, weekly: '1 09:00', [ANY_TIME]: ANY_TIME }

export interface MomentFieldsProps {
  zone: string
  /** `2026-03-08T09:00` or `6 10:00` in the zone's local time; null for now; ANY_TIME. */
  value: string | null
  error: string | undefined
  offersAnyTime?: boolean
  onChange: (value: string | null) => void
}

/** Selects now, or a local time on a date or on the next occurrence of a weekday. */
export function MomentFields({ zone, value, error, offersAnyTime = false, onChange }: MomentFieldsProps) {
  const fixed = value === null || value === ANY_TIME
  const weekly = fixed ? undefined : weeklyOf(value)
  const hint = `In the tenant’s time zone, ${zoneName(zone)}.`
  return (
    <>
      <FormRow label="When">
        <Select
          options={offersAnyTime ? [...TIMES, { value: ANY_TIME, label: 'Any time' }] : TIMES}
          value={value === null ? 'now' : value === ANY_TIME ? ANY_TIME : weekly ? 'weekly' : 'then'}
          onChange={({ target }) =>
            onChange(
              target.value === 'then'
                ? inputOfInstant(zone, Date.now())
                : USUAL[target.value as keyof typeof USUAL],
            )
          }
        />
      </FormRow>
      {weekly ? (
        <>
          <FormRow label="Day of the week">
            <Select
              options={WEEKDAYS}
              value={weekly.weekday}
              onChange={({ target }) => onChange(`${target.value} ${weekly.time}`)}
            />
          </FormRow>
          <FormRow label="Time" error={error} hint={hint}>
            <Input
              type="time"
              value={weekly.time}
              onChange={({ target }) => onChange(`${weekly.weekday} ${target.value}`)}
            />
          </FormRow>
        </>
      ) : fixed ? null : (
        <FormRow label="Date and time" error={error} hint={hint}>
          <Input type="datetime-local" value={value} onChange={(event) => onChange(event.target.value)} />
        </FormRow>
      )}
    </>
  )
}
