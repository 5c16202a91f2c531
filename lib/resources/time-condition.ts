import { TIME_ZONES } from '../dates/zones'
import { choice, destination, inOrder, kept, text } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { TIME_CONDITIONS as LIMITS } from '../supabase/constraints'
import { dialedNumber, enabled, recordName } from './telephony-fields'
import { rule, ruleFields } from './time-condition-rule'

/** Routes calls by weekday, time of day, date or holiday. */
export const timeCondition = defineResource({
  table: 'time_conditions',
  view: 'time_condition_schedules',
  section: 'telephony',
  noun: 'time condition',
  description: 'Routing by weekday, time of day, date and holiday.',
  fields: {
    name: recordName,
    number: dialedNumber,
    time_zone: choice({ options: TIME_ZONES, empty: null, open: true }),
    otherwise_destination_id: destination({ required: 'Choose a destination.', bulk: true }),
    description: text({ ...LIMITS.description, bulk: true }),
    enabled,
    time_condition_rules: kept(inOrder(rule), []),
  },
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'number', sortable: true },
    { id: 'now' },
    { id: 'next_change' },
    { id: 'zone', header: 'Time zone', phone: 'hidden' },
    { id: 'destinations' },
  ],
  search: 'Name or number',
  filters: ['enabled'],
  sort: { column: 'name' },
  children: [
    { table: 'time_condition_rules', parent: 'time_condition_id', orderBy: 'position', ...ruleFields },
  ],
  essentials: ['name', 'number', 'otherwise_destination_id'],
  unique: ['number'],
  label: ({ number, name }) => `${number} ${name}`.trim(),
})
