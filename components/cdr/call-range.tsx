import { useEffect, useEffectEvent, useState } from 'react'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { TYPING_PAUSE_MS } from '@/hooks/use-debounced'
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
      <DayField label="From" span={span} end="from" latest={today} onChange={onChange} />
      <DayField label="To" span={span} end="until" latest={today} onChange={onChange} />
    </fieldset>
  )
}

/** The range with another first or last day. One beyond the other end moves that end, too. */
function withEnd({ from, until }: DaySpan, end: keyof DaySpan, day: string): DaySpan {
  if (end === 'from') return { from: day, until: day > until ? day : until }
  return { from: day < from ? day : from, until: day }
}

/**
 * One end of the range. While a date is being typed, it passes through other dates and through none: it is taken once typing pauses. One
 * that moves the other end is taken by Enter or when the field is left, since the other end would not move back.
 */
function DayField({
  label,
  span,
  end,
  latest,
  onChange,
}: {
  label: string
  span: DaySpan
  end: keyof DaySpan
  latest: string
  onChange: (span: DaySpan) => void
}) {
  const day = span[end]
  const [typed, setTyped] = useState(day)
  const [shown, setShown] = useState(day)
  if (shown !== day) {
    setShown(day)
    setTyped(day)
  }
  const chosen = withEnd(span, end, typed)
  const refused = isDay(typed) && lengthOf(chosen) > MAX_SPAN_DAYS
  const isNew = typed !== day && isDay(typed) && typed >= '2000-01-01' && !refused
  const movesOther = isNew && span.from !== chosen.from && span.until !== chosen.until
  const take = useEffectEvent(() => onChange(chosen))
  useEffect(() => {
    if (!isNew || movesOther) return
    const timer = setTimeout(() => take(), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, isNew, movesOther])
  return (
    <FormRow label={label} error={refused ? `At most ${MAX_SPAN_DAYS} days.` : undefined} className="sm:w-38">
      <Input
        type="date"
        required
        max={latest}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && isNew) onChange(chosen)
        }}
        onBlur={() => {
          if (isNew) onChange(chosen)
          else if (!isDay(typed)) setTyped(day)
        }}
      />
    </FormRow>
  )
}
