import { z } from 'zod'
import { dayOfIsoDate } from '../dates/calendar'
import { choice, choices, destination, kept, text } from '../records/field-builders'
import { blankOf, fieldsOf, formOf } from '../records/resource'
import { TIME_CONDITION_RULES as LIMITS } from '../supabase/constraints'
import { HOLIDAY_KEYS } from '../telephony/holidays'
import type { Schedule, ScheduleRule, TimeRange } from '../telephony/schedule'

/** Ranges of hours of a rule (private.is_time_ranges). */
export const MAX_TIME_RANGES = 12

const minute = z.number({ error: 'Enter a time such as 08:30.' }).int().min(0).max(1439)
const timeRange = z
  .tuple([minute, minute])
  .refine(
    ([start, end]) => start !== end,
    'Enter different start and end times. Without hours the rule applies all day.',
  )
const date = z
  .string()
  .refine((text) => dayOfIsoDate(text) !== null, 'Enter a date.')
  .nullable()
const numbers = z.array(z.number())

const entries = {
  id: kept(z.string(), ''),
  name: text({ ...LIMITS.name, label: 'Rule name' }),
  state: choice({ options: choices(LIMITS.state.choices), start: 'open' }),
  destination_id: destination({ label: 'Send calls to', required: 'Choose a destination.', wide: true }),
  weekdays: kept(numbers, []),
  time_ranges: kept(z.array(timeRange).max(MAX_TIME_RANGES, `At most ${MAX_TIME_RANGES} ranges.`), []),
  months: kept(numbers, []),
  month_days: kept(numbers, []),
  month_weeks: kept(numbers, []),
  date_from: kept(date, null),
  date_to: kept(date, null),
  holidays: kept(z.array(z.enum(HOLIDAY_KEYS)), []),
  holidays_observed: kept(z.boolean(), true),
}

/** A rule's plain fields; the page draws the others. */
export const ruleFields = { fields: fieldsOf(entries) }

export const rule = formOf(entries).refine(({ date_from: from, date_to: to }) => !from || !to || from <= to, {
  path: ['date_to'],
  error: 'The last date is before the first.',
})

/** A range before validation: null where no time is entered yet. */
export type TypedRange = [start: number | null, end: number | null]

/** A rule before validation. */
export interface TypedRule extends Omit<ScheduleRule, 'time_ranges' | 'destination_id'> {
  id: string
  time_ranges: TypedRange[]
  destination_id: string | null
}

/** A new rule, which applies always. */
export function blankRule(state: ScheduleRule['state'] = 'open'): TypedRule {
  return { ...blankOf(entries), id: crypto.randomUUID(), state }
}

/** The schedule as entered so far, without incomplete ranges. */
export function typedSchedule(
  zone: string,
  rules: readonly TypedRule[],
  otherwise: string | null,
): Schedule<ScheduleRule & { id: string }> {
  return {
    zone,
    otherwise_destination_id: otherwise ?? '',
    rules: rules.map((typed) => ({
      ...typed,
      time_ranges: typed.time_ranges.filter(isComplete),
      destination_id: typed.destination_id ?? '',
    })),
  }
}

function isComplete(range: TypedRange): range is TypedRange & TimeRange {
  return range[0] !== null && range[1] !== null && range[0] !== range[1]
}
