import { z } from 'zod'
import { defineResource } from './resource'
import { dialledNumber, recordName } from './telephony-rules'

const label = z.string().trim().min(1, 'Give a label.').max(40, 'At most 40 characters.')
const destination = z.string({ error: 'Choose where the calls go.' })
const recording = { table: 'recordings', columns: ['name'], noun: 'recording' } as const

/** A manual switch between two destinations. Its state is switched, not saved with the form. */
export const callFlow = defineResource({
  table: 'call_flows',
  section: 'telephony',
  noun: 'call flow',
  plural: 'call flows',
  description: 'Switches between two ways for calls, such as day and night, by hand or by dialling a code.',
  path: 'routing/call-flows',
  schema: z
    .object({
      name: recordName,
      number: dialledNumber,
      feature_code: z
        .string({ error: 'Give a code.' })
        .trim()
        .regex(/^\*[0-9]{1,6}$/, 'A star and 1 to 6 digits.')
        .refine((code) => !/^\*99[0-9]/.test(code), '*99 and a number is that extension’s voicemail.'),
      normal_label: label,
      normal_recording_id: z.string().nullable(),
      normal_destination_id: destination,
      alternate_label: label,
      alternate_recording_id: z.string().nullable(),
      alternate_destination_id: destination,
      enabled: z.boolean(),
    })
    .refine(
      ({ normal_label, alternate_label }) => normal_label.toLowerCase() !== alternate_label.toLowerCase(),
      { path: ['alternate_label'], message: 'The two states need different labels.' },
    ),
  blank: () => ({
    name: '',
    number: '',
    feature_code: '',
    normal_label: 'Day',
    normal_recording_id: null,
    normal_destination_id: undefined,
    alternate_label: 'Night',
    alternate_recording_id: null,
    alternate_destination_id: undefined,
    enabled: true,
  }),
  fields: [
    { name: 'name', label: 'Name', kind: 'text', maxLength: 75, required: true },
    { name: 'number', label: 'Number', kind: 'text', maxLength: 7, required: true },
    {
      name: 'feature_code',
      label: 'Feature code',
      kind: 'text',
      maxLength: 7,
      required: true,
      placeholder: '*31',
      hint: 'Dialled on a phone, it switches the flow.',
    },
    {
      name: 'pin',
      label: 'PIN',
      kind: 'secret',
      hint: 'Asked of whoever dials the code. 4 to 10 digits.',
    },
    { name: 'enabled', label: 'Enabled', kind: 'switch', bulk: true },
    {
      name: 'normal_label',
      label: 'Label',
      group: 'Normal state',
      kind: 'text',
      maxLength: 40,
      required: true,
    },
    {
      name: 'normal_destination_id',
      label: 'Calls go to',
      group: 'Normal state',
      kind: 'destination',
      required: true,
    },
    {
      name: 'normal_recording_id',
      label: 'Sound',
      group: 'Normal state',
      kind: 'reference',
      to: recording,
      hint: 'Played when the flow is switched to this state.',
    },
    {
      name: 'alternate_label',
      label: 'Label',
      group: 'Alternate state',
      kind: 'text',
      maxLength: 40,
      required: true,
    },
    {
      name: 'alternate_destination_id',
      label: 'Calls go to',
      group: 'Alternate state',
      kind: 'destination',
      required: true,
    },
    {
      name: 'alternate_recording_id',
      label: 'Sound',
      group: 'Alternate state',
      kind: 'reference',
      to: recording,
      hint: 'Played when the flow is switched to this state.',
    },
  ],
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
