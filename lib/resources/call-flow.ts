import { choices, destination, group, matching, secret, text } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { CONSTRAINT_MESSAGES } from '../supabase/constraint-messages'
import { CALL_FLOWS as LIMITS } from '../supabase/constraints'
import { dialedNumber, enabled, numbered, recording, recordName } from './telephony-fields'

const label = { label: 'Label', required: 'Enter a label.' }
const routes = { label: 'Calls go to', required: 'Choose where the calls go.' }
const sound = { hint: 'Played when the flow is switched to this state.' }

/** A manual switch between two destinations. Its state is switched, not saved with the form. */
export const callFlow = defineResource({
  ...numbered,
  table: 'call_flows',
  noun: 'call flow',
  description:
    'Switches calls between two destinations, such as day and night, by hand or by a feature code.',
  fields: {
    name: recordName,
    number: dialedNumber,
    feature_code: text({
      maxLength: 7,
      required: 'Enter a code.',
      keyboard: 'tel',
      rule: matching(/^\*[0-9]{1,6}$/, 'Enter a star and 1 to 6 digits.').refine(
        (code) => !/^\*99[0-9]/.test(code),
        '*99 and an extension dials that extension’s voicemail.',
      ),
      placeholder: '*31',
      hint: 'Dialed on a phone to switch the flow.',
    }),
    pin: secret({ label: 'PIN', hint: 'Callers enter it after the code. 4 to 10 digits.' }),
    enabled,
    ...group('Normal state', {
      normal_label: text({ ...LIMITS.normal_label, ...label, start: 'Day' }),
      normal_destination_id: destination(routes),
      normal_recording_id: recording('Sound', sound),
    }),
    ...group('Alternate state', {
      alternate_label: text({ ...LIMITS.alternate_label, ...label, start: 'Night' }),
      alternate_destination_id: destination(routes),
      alternate_recording_id: recording('Sound', sound),
    }),
  },
  rules: (form) =>
    form.refine(
      ({ normal_label, alternate_label }) => normal_label.toLowerCase() !== alternate_label.toLowerCase(),
      { path: ['alternate_label'], message: CONSTRAINT_MESSAGES.call_flows_labels_distinct.message },
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
  filters: [{ name: 'state', label: 'State', options: choices(LIMITS.state.choices) }],
  sort: { column: 'name' },
  essentials: ['name', 'number', 'feature_code', 'normal_destination_id', 'alternate_destination_id'],
  unique: ['number', 'feature_code'],
})
