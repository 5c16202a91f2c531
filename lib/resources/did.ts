import { z } from 'zod'
import { E911_STATES } from '../telephony/e911-states'
import { formatNorthAmericanPhone } from '../validation/phone'
import { condition, didCondition } from './did-condition'
import { type Choice, defineResource, type ReferenceTarget, yesOrNo } from './resource'

export const RECORDING: ReferenceTarget = { table: 'recordings', columns: ['name'], noun: 'recording' }

const RINGS: readonly Choice[] = [1, 2, 3, 4, 5].map((n) => ({
  value: `Bellcore-dr${n}`,
  label: `Ring ${n}`,
  hint: `Phones hear Alert-Info: Bellcore-dr${n}.`,
}))

/** A number of the tenant (DID) and where calls to it go. Numbers are bought and assigned in Numbers. */
export const did = defineResource({
  table: 'dids',
  section: 'telephony',
  noun: 'number',
  plural: 'inbound numbers',
  path: 'dids/inbound',
  description: 'The tenant’s own numbers, and where calls to them go.',
  elsewhere: ['create', 'delete'],
  schema: z
    .object({
      description: z.string().trim().max(255),
      destination_id: z.uuid().nullable(),
      override_destination_id: z.uuid().nullable(),
      override_until: z.string().nullable(),
      caller_id_prefix: z
        .string()
        .max(20)
        .regex(/^[^"<>@]*$/, 'Leave out quotes, angle brackets and @.'),
      distinctive_ring: z
        .string()
        .nullable()
        .transform((ring) => ring ?? ''),
      hold_music_recording_id: z.uuid().nullable(),
      account_code: z
        .string()
        .trim()
        .max(32)
        .regex(/^[A-Za-z0-9_.-]*$/, 'Use letters, digits, dots, dashes and underscores.'),
      record: z.boolean(),
      voice: z.boolean(),
      fax: z.boolean(),
      text_messages: z.boolean(),
      emergency: z.boolean(),
      enabled: z.boolean(),
      did_conditions: z
        .array(condition)
        .max(100)
        .transform((rows) => rows.map((row, index) => ({ ...row, position: index + 1 }))),
    })
    .superRefine(({ override_destination_id, override_until }, context) => {
      if (override_destination_id && !override_until) {
        context.addIssue({ code: 'custom', path: ['override_until'], message: 'Until when?' })
      }
      if (!override_destination_id && override_until) {
        context.addIssue({
          code: 'custom',
          path: ['override_destination_id'],
          message: 'Choose where calls go until then.',
        })
      }
    }),
  blank: () => ({
    description: '',
    destination_id: null,
    override_destination_id: null,
    override_until: null,
    caller_id_prefix: '',
    distinctive_ring: '',
    hold_music_recording_id: null,
    account_code: '',
    record: false,
    voice: true,
    fax: false,
    text_messages: false,
    emergency: false,
    enabled: true,
    did_conditions: [],
  }),
  fields: [
    { name: 'number', label: 'Number', kind: 'phone' },
    { name: 'description', label: 'Description', kind: 'text', maxLength: 255 },
    {
      name: 'destination_id',
      label: 'Routes to',
      hint: 'A number outside can be typed in here as well.',
      kind: 'destination',
      bulk: true,
    },
    {
      name: 'override_destination_id',
      label: 'Send all calls to',
      kind: 'destination',
      placeholder: 'No override',
    },
    { name: 'override_until', label: 'Override until', kind: 'text' },
    {
      name: 'caller_id_prefix',
      label: 'Caller-ID prefix',
      hint: 'Stands before the caller’s name, so that phones show which number was called.',
      kind: 'text',
      maxLength: 20,
    },
    {
      name: 'distinctive_ring',
      label: 'Distinctive ring',
      kind: 'select',
      options: RINGS,
      placeholder: 'The phone’s usual ring',
    },
    { name: 'hold_music_recording_id', label: 'Hold music', kind: 'reference', to: RECORDING, bulk: true },
    {
      name: 'account_code',
      label: 'Account code',
      kind: 'text',
      maxLength: 32,
      hint: 'Is written to call records.',
    },
    { name: 'record', label: 'Record calls', kind: 'switch', bulk: true },
    { name: 'voice', label: 'Voice', kind: 'switch' },
    { name: 'fax', label: 'Fax', kind: 'switch' },
    { name: 'text_messages', label: 'Text messages', kind: 'switch' },
    {
      name: 'emergency',
      label: 'Emergency call-back',
      hint: 'Emergency services call back on this number.',
      kind: 'switch',
    },
    { name: 'enabled', label: 'Enabled', kind: 'switch', bulk: true },
  ],
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
