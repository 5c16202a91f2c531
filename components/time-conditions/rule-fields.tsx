import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { Fields } from '@/components/records/fields'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { ToggleChips } from '@/components/ui/toggle-chips'
import { MONTH_NAMES, shortName } from '@/lib/dates/calendar'
import { ruleFields, type TypedRule } from '@/lib/resources/time-condition-rule'
import { MONTH_WEEKS, WEEK, WEEKDAY_NAMES } from '@/lib/telephony/schedule-text'
import { HolidaysField } from './holidays-field'
import { TimeRangesField } from './time-ranges-field'

const WEEKDAYS = WEEK.map((value) => ({
  value,
  label: shortName(WEEKDAY_NAMES[value]),
  name: WEEKDAY_NAMES[value],
}))
const MONTHS = MONTH_NAMES.map((name, index) => ({ value: index + 1, label: shortName(name), name }))
const WEEKS = [...MONTH_WEEKS].map(([value, label]) => ({ value, label, name: `${label} week` }))
const DATES = Array.from({ length: 31 }, (_, index) => ({ value: index + 1, label: String(index + 1) }))
/** All fields of a rule. `rule` is its path in the form: "time_condition_rules.0". */
export function RuleFields({ rule }: { rule: string }) {
  const value = useWatch({ name: rule }) as TypedRule
  const [more, setMore] = useState(() => hasRareConstraint(value) || isNewClosure(value))

  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        <Fields of={ruleFields} at={rule} />
      </div>
      <Chips name={`${rule}.weekdays`} label="Weekdays" chips={WEEKDAYS} even />
      <TimeRangesField name={`${rule}.time_ranges`} />
      {more ? (
        <>
          <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
            <DateField name={`${rule}.date_from`} label="From date" />
            <DateField name={`${rule}.date_to`} label="Until date, included" />
          </div>
          <HolidaysField rule={rule} />
          <Chips name={`${rule}.months`} label="Months" chips={MONTHS} />
          <Chips name={`${rule}.month_days`} label="Days of the month" chips={DATES} even />
          <Chips
            name={`${rule}.month_weeks`}
            label="Weeks of the month"
            chips={WEEKS}
            hint="The 1st is the first seven days. With a weekday: the second Tuesday, the last Friday."
          />
        </>
      ) : (
        <Button size="sm" className="self-start" onClick={() => setMore(true)}>
          Months, dates and holidays…
        </Button>
      )}
    </div>
  )
}

function Chips({
  name,
  ...props
}: { name: string } & Omit<Parameters<typeof ToggleChips<number>>[0], 'value' | 'onChange'>) {
  const {
    field: { value, onChange },
  } = useController({ name })
  return <ToggleChips {...props} value={value as number[]} onChange={onChange} />
}

function DateField({ name, label }: { name: string; label: string }) {
  const {
    field: { value, onChange, onBlur, ref },
    fieldState,
  } = useController({ name })
  return (
    <FormRow label={label} error={fieldState.error?.message}>
      <Input
        type="date"
        ref={ref}
        onBlur={onBlur}
        value={(value as string | null) ?? ''}
        onChange={(event) => onChange(event.target.value || null)}
      />
    </FormRow>
  )
}

/** Closures usually apply to certain days, so a new one asks which. */
function isNewClosure({ state, weekdays, time_ranges }: TypedRule): boolean {
  return state === 'closed' && weekdays.length === 0 && time_ranges.length === 0
}

function hasRareConstraint(rule: TypedRule): boolean {
  return (
    [rule.months, rule.month_days, rule.month_weeks, rule.holidays].some((values) => values.length > 0) ||
    rule.date_from !== null ||
    rule.date_to !== null
  )
}
