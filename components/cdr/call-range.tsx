import { useState } from 'react'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { isDay } from '@/lib/dates/day'
import {
  DAY_PRESETS,
  type DayPreset,
  type DaySpan,
  lengthOf,
  MAX_SPAN_DAYS,
  presetOf,
  presetSpan,
} from '@/lib/dates/span'

/** The date range of the calls: a preset, or any first and last day. */
export function CallRange({
  span,
  today,
  onChange,
}: {
  span: DaySpan
  today: string
  onChange: (span: DaySpan) => void
}) {
  const preset = presetOf(span, today)
  return (
    <fieldset className="contents">
      <legend className="sr-only">Days</legend>
      <FormRow label="Period" className="max-sm:col-span-2 sm:w-40">
        <Select
          options={[
            ...DAY_PRESETS.map(({ id, label }) => ({ value: id, label })),
            ...(preset ? [] : [{ value: 'other', label: 'Other days' }]),
          ]}
          value={preset ?? 'other'}
          onChange={(event) => {
            const chosen = event.target.value
            if (chosen !== 'other') onChange(presetSpan(chosen as DayPreset, today))
          }}
        />
      </FormRow>
      <DayField
        key={`from ${span.from}`}
        label="From"
        day={span.from}
        latest={today}
        accept={(from) => lengthOf({ from, until: span.until }) <= MAX_SPAN_DAYS}
        onChange={(from) => onChange({ from, until: from > span.until ? from : span.until })}
      />
      <DayField
        key={`until ${span.until}`}
        label="To"
        day={span.until}
        latest={today}
        accept={(until) => lengthOf({ from: span.from, until }) <= MAX_SPAN_DAYS}
        onChange={(until) => onChange({ from: until < span.from ? until : span.from, until })}
      />
    </fieldset>
  )
}

function DayField({
  label,
  day,
  latest,
  accept,
  onChange,
}: {
  label: string
  day: string
  latest: string
  accept: (day: string) => boolean
  onChange: (day: string) => void
}) {
  // While a date is being typed, it passes through other dates and through none.
  const [typed, setTyped] = useState(day)
  const refused = isDay(typed) && !accept(typed)
  return (
    <FormRow label={label} error={refused ? `At most ${MAX_SPAN_DAYS} days.` : undefined} className="sm:w-38">
      <Input
        type="date"
        required
        max={latest}
        value={typed}
        onChange={(event) => {
          const next = event.target.value
          setTyped(next)
          if (isDay(next) && next >= '2000-01-01' && accept(next)) onChange(next)
        }}
        onBlur={() => {
          if (!isDay(typed)) setTyped(day)
        }}
      />
    </FormRow>
  )
}
