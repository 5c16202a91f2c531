import { TIME_ZONES } from '../dates/zones'
import { choice, destination, inOrder, kept, text } from '../records/field-builders'
import { defineResource, yesOrNo } from '../records/resource'
import { dialledNumber, enabled, recordName } from './telephony-fields'
import { rule } from './time-condition-rule'

/** Calls go by the weekday, time of day, date or holiday at which they come in. */
export const timeCondition = defineResource({
  table: 'time_conditions',
  view: 'time_condition_schedules',
  section: 'telephony',
  noun: 'time condition',
  plural: 'time conditions',
  description: 'Routing by weekday, time of day, date and holiday.',
  path: 'routing/time-conditions',
  fields: {
    name: recordName,
    number: dialledNumber,
    time_zone: choice({
      label: 'Time zone',
      options: TIME_ZONES,
      empty: null,
      open: true,
    }),
    otherwise_destination_id: destination({
      label: 'Otherwise',
      required: 'Choose a destination.',
      bulk: true,
    }),
    description: text({ label: 'Description', max: 255, bulk: true }),
    enabled,
    time_condition_rules: kept(inOrder(rule), []),
  },
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
