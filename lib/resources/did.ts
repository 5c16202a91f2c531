import {
  choice,
  choices,
  destination,
  inOrder,
  kept,
  matching,
  phone,
  refusing,
  shown,
  text,
  toggle,
} from '../records/field-builders'
import { defineResource, yesOrNo } from '../records/resource'
import { DIDS as LIMITS } from '../supabase/constraints'
import { E911_STATES } from '../telephony/e911-states'
import { shownNumber } from '../validation/phone'
import { condition, didCondition } from './did-condition'
import { enabled, moment, recording } from './telephony-fields'

const RINGS = choices(LIMITS.distinctive_ring.choices).map(({ value }) => ({
  value,
  label: `Ring ${value.slice(-1)}`,
  hint: `Sends Alert-Info: ${value} to phones.`,
}))

/** A tenant's number (DID) and where its calls go. Numbers are bought and assigned under Numbers. */
export const did = defineResource({
  table: 'dids',
  view: 'did_list',
  section: 'telephony',
  noun: 'number',
  plural: 'inbound numbers',
  description: 'The tenant’s numbers and where their calls go.',
  elsewhere: ['create', 'delete'],
  fields: {
    number: shown(phone({ required: 'Enter the number.' })),
    description: text(LIMITS.description),
    destination_id: destination({
      label: 'Routes to',
      hint: 'You can also enter an external number.',
      bulk: true,
    }),
    override_destination_id: destination({ label: 'Send all calls to', placeholder: 'No override' }),
    override_until: text({ empty: null, rule: moment }),
    caller_id_prefix: text({
      label: 'Caller ID prefix',
      maxLength: 20,
      spaces: true,
      rule: matching(/^[^"<>@\p{Cc}]*$/u, 'Leave out quotes, angle brackets and @.'),
      hint: 'Shown before the caller’s name, so that users see which number was called.',
    }),
    distinctive_ring: choice({
      options: RINGS,
      empty: '',
      placeholder: 'The phone’s usual ring',
    }),
    hold_music_recording_id: recording('Hold music', { bulk: true }),
    account_code: text({
      maxLength: 32,
      rule: matching(/^[A-Za-z0-9_.-]*$/, 'Use letters, digits, dots, hyphens and underscores.'),
      hint: 'Written to the records of its calls, which can be filtered by it.',
    }),
    record: toggle({ label: 'Record calls', bulk: true }),
    voice: toggle({ start: true }),
    fax: toggle({
      hint: 'Always on while the number routes to a fax box. A number with fax on holds a fax seat.',
    }),
    text_messages: toggle({
      hint: 'Only a note that the carrier delivers texts elsewhere: none are received or sent here.',
    }),
    emergency: toggle({
      label: 'Emergency callback',
      hint: 'Emergency services call back on this number.',
    }),
    enabled,
    did_conditions: kept(inOrder(condition, 100), []),
  },
  rules: (form) =>
    form.superRefine(({ override_destination_id, override_until }, context) => {
      const issue = refusing(context)
      if (override_destination_id && !override_until)
        issue('override_until', 'Choose when the override ends.')
      if (!override_destination_id && override_until)
        issue('override_destination_id', 'Choose where calls go until then.')
    }),
  columns: [
    { id: 'number', sortable: true, code: true, phone: 'primary' },
    { id: 'description', sortable: true, phone: 'primary' },
    { id: 'routed_to_id', header: 'Routes to', phone: 'secondary' },
    { id: 'caller_id_prefix', sortable: true, phone: 'hidden' },
    { id: 'record', header: 'Recording', phone: 'hidden' },
    { id: 'e911_state', header: 'E911' },
    { id: 'enabled' },
  ],
  search: 'Number, description or account code',
  filters: [
    'enabled',
    yesOrNo('routed', 'Route', 'Routed', 'Not routed'),
    { name: 'e911_state', label: 'E911', options: E911_STATES },
  ],
  sort: { column: 'number' },
  importKey: ['number'],
  children: [{ table: 'did_conditions', parent: 'did_id', orderBy: 'position', file: didCondition }],
  label: ({ number }) => shownNumber(number),
})
