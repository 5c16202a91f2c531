import { z } from 'zod'
import type { Choice } from '../records/field'
import { choice, destination, inOrder, kept, phone, shown, text, toggle } from '../records/field-builders'
import { defineResource, yesOrNo } from '../records/resource'
import { E911_STATES } from '../telephony/e911-states'
import { formatNorthAmericanPhone } from '../validation/phone'
import { condition, didCondition } from './did-condition'
import { enabled, recording } from './telephony-fields'

const RINGS: readonly Choice[] = [1, 2, 3, 4, 5].map((n) => ({
  value: `Bellcore-dr${n}`,
  label: `Ring ${n}`,
  hint: `Phones hear Alert-Info: Bellcore-dr${n}.`,
}))

/** A number of the tenant (DID) and where calls to it go. Numbers are bought and assigned in Numbers. */
export const did = defineResource({
  table: 'dids',
  view: 'did_list',
  section: 'telephony',
  noun: 'number',
  plural: 'inbound numbers',
  path: 'dids/inbound',
  description: 'The tenant’s own numbers, and where calls to them go.',
  elsewhere: ['create', 'delete'],
  fields: {
    number: shown(phone({ label: 'Number', required: 'Name the number.' })),
    description: text({ label: 'Description', max: 255 }),
    destination_id: destination({
      label: 'Routes to',
      hint: 'You can also enter an outside number.',
      bulk: true,
    }),
    override_destination_id: destination({ label: 'Send all calls to', placeholder: 'No override' }),
    override_until: text({ label: 'Override until', empty: null }),
    caller_id_prefix: text({
      label: 'Caller-ID prefix',
      max: 20,
      spaces: true,
      rule: z.string().regex(/^[^"<>@]*$/, 'Leave out quotes, angle brackets and @.'),
      hint: 'Shown before the caller’s name, so that phones tell which number was called.',
    }),
    distinctive_ring: choice({
      label: 'Distinctive ring',
      options: RINGS,
      empty: '',
      open: true,
      placeholder: 'The phone’s usual ring',
    }),
    hold_music_recording_id: recording('Hold music', { bulk: true }),
    account_code: text({
      label: 'Account code',
      max: 32,
      rule: z.string().regex(/^[A-Za-z0-9_.-]*$/, 'Use letters, digits, dots, dashes and underscores.'),
      hint: 'Is written to call records.',
    }),
    record: toggle({ label: 'Record calls', bulk: true }),
    voice: toggle({ label: 'Voice', start: true }),
    fax: toggle({ label: 'Fax' }),
    text_messages: toggle({ label: 'Text messages' }),
    emergency: toggle({
      label: 'Emergency call-back',
      hint: 'Emergency services call back on this number.',
    }),
    enabled,
    did_conditions: kept(inOrder(condition, 100), []),
  },
  rules: (form) =>
    form.superRefine(({ override_destination_id, override_until }, context) => {
      const issue = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      if (override_destination_id && !override_until) issue('override_until', 'Until when?')
      if (!override_destination_id && override_until)
        issue('override_destination_id', 'Choose where calls go until then.')
    }),
  columns: [
    { id: 'number', sortable: true, numeric: false, phone: 'primary' },
    { id: 'description', sortable: true, phone: 'secondary' },
    { id: 'routed_to_id', header: 'Routes to', phone: 'secondary' },
    { id: 'caller_id_prefix', sortable: true, phone: 'hidden' },
    { id: 'record', header: 'Recording', phone: 'hidden' },
    { id: 'e911_state', header: 'E911' },
    { id: 'enabled' },
  ],
  search: 'Number, description or account code',
  filters: [
    yesOrNo('enabled', 'State', 'Enabled', 'Disabled'),
    yesOrNo('routed', 'Route', 'Leads somewhere', 'Leads nowhere'),
    { name: 'e911_state', label: 'E911', options: E911_STATES },
  ],
  sort: { column: 'number' },
  importKey: ['number'],
  children: [{ table: 'did_conditions', parent: 'did_id', orderBy: 'position', file: didCondition }],
  label: ({ number }) => formatNorthAmericanPhone(number) ?? number,
})
