import { z } from 'zod'
import { destination, secret, text } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { dialledNumber, enabled, recording, recordName } from './telephony-fields'

/** The fields of one state of a flow. */
const state = (group: string, start: string) => ({
  label: text({ label: 'Label', group, max: 40, required: 'Enter a label.', start }),
  destination: destination({ label: 'Calls go to', group, required: 'Choose where the calls go.' }),
  recording: recording('Sound', { group, hint: 'Played when the flow is switched to this state.' }),
})
const normal = state('Normal state', 'Day')
const alternate = state('Alternate state', 'Night')

/** A manual switch between two destinations. Its state is switched, not saved with the form. */
export const callFlow = defineResource({
  table: 'call_flows',
  section: 'telephony',
  noun: 'call flow',
  plural: 'call flows',
  description: 'Switches between two ways for calls, such as day and night, by hand or by dialling a code.',
  path: 'routing/call-flows',
  fields: {
    name: recordName,
    number: dialledNumber,
    feature_code: text({
      label: 'Feature code',
      max: 7,
      required: 'Enter a code.',
      rule: z
        .string()
        .regex(/^\*[0-9]{1,6}$/, 'A star and 1 to 6 digits.')
        .refine((code) => !/^\*99[0-9]/.test(code), '*99 and a number is that extension’s voicemail.'),
      placeholder: '*31',
      hint: 'Dialled on a phone, it switches the flow.',
    }),
    pin: secret({ label: 'PIN', hint: 'Asked of whoever dials the code. 4 to 10 digits.' }),
    enabled,
    normal_label: normal.label,
    normal_destination_id: normal.destination,
    normal_recording_id: normal.recording,
    alternate_label: alternate.label,
    alternate_destination_id: alternate.destination,
    alternate_recording_id: alternate.recording,
  },
  rules: (form) =>
    form.refine(
      ({ normal_label, alternate_label }) => normal_label.toLowerCase() !== alternate_label.toLowerCase(),
      { path: ['alternate_label'], message: 'The two states need different labels.' },
    ),
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'number', sortable: true },
    { id: 'feature_code', sortable: true },
    { id: 'state', header: 'Now' },
    { id: 'goes_to', header: 'Calls go to' },
    { id: 'switched_at', header: 'Last switched', sortable: true },
    { id: 'enabled', sortable: true, phone: 'hidden' },
  ],
  search: 'Name, number or code',
  filters: [
    {
      name: 'state',
      label: 'State',
      options: [
        { value: 'normal', label: 'Normal' },
        { value: 'alternate', label: 'Alternate' },
      ],
    },
  ],
  sort: { column: 'name' },
  importKey: ['number'],
  isDestination: true,
  essentials: ['name', 'number', 'feature_code', 'normal_destination_id', 'alternate_destination_id'],
  unique: ['number', 'feature_code'],
  label: ({ number, name }) => `${number} ${name}`,
})
