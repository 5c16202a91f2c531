import { z } from 'zod'
import { dayOfIsoDate } from '../telephony/calendar'
import { HOLIDAY_KEYS } from '../telephony/holidays'
import type { Schedule, ScheduleRule, TimeRange } from '../telephony/schedule'
import { defineResource, yesOrNo } from './resource'
import { dialledNumber, inOrder, recordName } from './telephony-rules'

const minute = z.number({ error: 'Give a time such as 08:30.' }).int().min(0).max(1439)
const timeRange = z
  .tuple([minute, minute])
  .refine(([start, end]) => start !== end, 'Start and end differ; without hours the rule applies all day.')
const date = z
  .string()
  .refine((text) => dayOfIsoDate(text) !== null, 'Give a date.')
  .nullable()
const numbers = z.array(z.number())

const rule = z
  .object({
    id: z.string(),
    name: z.string().trim().max(75, 'At most 75 characters.'),
    state: z.enum(['open', 'closed']),
    weekdays: numbers,
    time_ranges: z.array(timeRange).max(12, 'At most 12 ranges.'),
    months: numbers,
    month_days: numbers,
    month_weeks: numbers,
    date_from: date,
    date_to: date,
    holidays: z.array(z.enum(HOLIDAY_KEYS)),
    holidays_observed: z.boolean(),
    destination_id: z.string({ error: 'Choose a destination.' }),
  })
  .refine(({ date_from: from, date_to: to }) => !from || !to || from <= to, {
    path: ['date_to'],
    error: 'The last date is before the first.',
  })

/** A range as it is typed: null where there is no time yet. */
export type TypedRange = [start: number | null, end: number | null]

/** A rule as it stands in the form. */
export interface TypedRule extends Omit<ScheduleRule, 'time_ranges' | 'destination_id'> {
  id: string
  time_ranges: TypedRange[]
  destination_id: string | null
}

/** A new rule: it applies always until it is told when. */
export function blankRule(state: ScheduleRule['state'] = 'open'): TypedRule {
  return {
    id: crypto.randomUUID(),
    name: '',
    state,
    weekdays: [],
    time_ranges: [],
    months: [],
    month_days: [],
    month_weeks: [],
    date_from: null,
    date_to: null,
    holidays: [],
    holidays_observed: true,
    destination_id: null,
  }
}

/** What a form says so far, to be evaluated; ranges without both times are left out. */
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

/** Calls go by the weekday, time of day, date or holiday at which they come in. */
export const timeCondition = defineResource({
  table: 'time_conditions',
  section: 'telephony',
  noun: 'time condition',
  plural: 'time conditions',
  description: 'Routing by weekday, time of day, date and holiday.',
  path: 'routing/time-conditions',
  schema: z.object({
    name: recordName,
    number: dialledNumber,
    time_zone: z.string().nullable(),
    otherwise_destination_id: z.string({ error: 'Choose a destination.' }),
    description: z.string().max(255, 'At most 255 characters.'),
    enabled: z.boolean(),
    time_condition_rules: inOrder(rule),
  }),
  blank: () => ({
    name: '',
    number: '',
    time_zone: null,
    otherwise_destination_id: null as unknown as string,
    description: '',
    enabled: true,
    time_condition_rules: [],
  }),
  fields: [
    { name: 'name', label: 'Name', kind: 'text', maxLength: 75, required: true },
    { name: 'number', label: 'Number', kind: 'text', maxLength: 7, required: true },
    {
      name: 'time_zone',
      label: 'Time zone',
      kind: 'select',
      options: Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: zoneName(value) })),
    },
    { name: 'otherwise_destination_id', label: 'Otherwise', kind: 'destination', required: true, bulk: true },
    { name: 'description', label: 'Description', kind: 'text', maxLength: 255, bulk: true },
    { name: 'enabled', label: 'Enabled', kind: 'switch', bulk: true },
  ],
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'number', sortable: true },
    { id: 'now', header: 'Now' },
    { id: 'next_change', header: 'Next change' },
    { id: 'zone', header: 'Time zone', phone: 'hidden' },
    { id: 'destinations', header: 'Destinations' },
  ],
  search: 'Name or number',
  filters: [yesOrNo('enabled', 'Enabled', 'Enabled', 'Disabled')],
  sort: { column: 'name' },
  children: [{ table: 'time_condition_rules', parent: 'time_condition_id', orderBy: 'position' }],
  isDestination: true,
  essentials: ['name', 'number', 'otherwise_destination_id'],
  unique: ['number'],
  label: ({ number, name }) => `${number} ${name}`.trim(),
})

/** An IANA zone as people read it: `America/New York`. */
export function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ')
}

function isComplete(range: TypedRange): range is TypedRange & TimeRange {
  return range[0] !== null && range[1] !== null && range[0] !== range[1]
}
