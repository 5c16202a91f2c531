import { z } from 'zod'
import { PRESETS, type Preset, patternProblem } from '../telephony/outbound'
import { type Choice, defineResource, type ReferenceTarget, yesOrNo } from './resource'

export const OWN_NUMBER: ReferenceTarget = {
  table: 'dids',
  columns: ['number', 'description'],
  noun: 'number of the tenant',
}

const presets = Object.entries(PRESETS) as [Preset, (typeof PRESETS)[Preset]][]

export const MATCH_CHOICES: readonly Choice[] = [
  ...presets.map(([value, { label, hint }]) => ({ value, label, hint: `${hint}.` })),
  { value: 'pattern', label: 'A regular expression', hint: 'Compared with the digits that are dialled.' },
]

export const TOLL_CLASSES: readonly Choice[] = [
  { value: 'emergency', label: 'Emergency', hint: 'Every phone may dial these.' },
  { value: 'local', label: 'Local' },
  { value: 'national', label: 'National' },
  {
    value: 'international',
    label: 'International',
    hint: 'Costly when somebody breaks in: off unless switched on.',
  },
  { value: 'premium', label: 'Premium', hint: 'No phone’s class includes these.' },
]

/** The name of a gateway, as the PBX knows it. */
export const gateway = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'Use letters, digits, dots, dashes and underscores.')
const optionalGateway = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
  gateway.nullable(),
)

/** A way for calls out of the tenant. Routes are tried in the order of their position. */
export const outboundRoute = defineResource({
  table: 'outbound_routes',
  section: 'telephony',
  noun: 'outbound route',
  plural: 'outbound routes',
  path: 'dids/outbound',
  description:
    'Which dialled numbers leave through which gateways. The first route that fits takes the call.',
  schema: z
    .object({
      name: z.string().trim().min(1, 'Enter a name.').max(75),
      matches: z.enum(['pattern', ...presets.map(([preset]) => preset)]),
      pattern: z.string().nullable(),
      toll_class: z.enum(['emergency', 'local', 'national', 'international', 'premium']),
      gateway_1: gateway.min(1, 'Enter the gateway that is tried first.'),
      gateway_2: optionalGateway,
      gateway_3: optionalGateway,
      strip_digits: z.number('Enter a number from 0 to 15.').int().min(0).max(15),
      prefix: z.string().regex(/^\+?[0-9*#]{0,15}$/, 'Digits, * and #, with a plus in front at most.'),
      position: z.number('Enter a number from 1 to 9999.').int().min(1).max(9999),
      caller_id_did_id: z.uuid().nullable(),
      concurrent_limit: z.number().int().min(1).max(1000).nullable(),
      enabled: z.boolean(),
      description: z.string().trim().max(255),
    })
    .superRefine((route, context) => {
      const issue = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      const problem = route.matches === 'pattern' ? patternProblem(route.pattern ?? '') : undefined
      if (problem) issue('pattern', problem)
      if (route.gateway_3 && !route.gateway_2) issue('gateway_2', 'Fill in the second gateway first.')
      if (route.gateway_2 && route.gateway_2 === route.gateway_1)
        issue('gateway_2', 'This is the first gateway.')
      if (route.gateway_3 && [route.gateway_1, route.gateway_2].includes(route.gateway_3)) {
        issue('gateway_3', 'This gateway is tried before.')
      }
    })
    .transform((route) =>
      route.matches === 'pattern'
        ? route
        : { ...route, pattern: null, toll_class: PRESETS[route.matches as Preset].tollClass },
    ),
  blank: () => ({
    name: '',
    matches: 'national',
    pattern: null,
    toll_class: 'national',
    gateway_1: '',
    gateway_2: null,
    gateway_3: null,
    strip_digits: 0,
    prefix: '',
    position: 100,
    caller_id_did_id: null,
    concurrent_limit: null,
    enabled: true,
    description: '',
  }),
  fields: [
    { name: 'name', label: 'Name', kind: 'text', maxLength: 75, required: true },
    {
      name: 'position',
      label: 'Order',
      kind: 'number',
      min: 1,
      max: 9999,
      required: true,
      hint: '1–9999; the lowest is tried first.',
    },
    { name: 'matches', label: 'Dialled numbers', kind: 'select', options: MATCH_CHOICES, required: true },
    { name: 'pattern', label: 'Regular expression', kind: 'text', maxLength: 120, placeholder: '^77\\d{3}$' },
    { name: 'toll_class', label: 'Toll class', kind: 'select', options: TOLL_CLASSES, required: true },
    { name: 'gateway_1', label: 'Gateway', kind: 'text', maxLength: 64, required: true, bulk: true },
    { name: 'gateway_2', label: 'Second gateway', kind: 'text', maxLength: 64, bulk: true },
    { name: 'gateway_3', label: 'Third gateway', kind: 'text', maxLength: 64 },
    {
      name: 'strip_digits',
      label: 'Strip digits',
      kind: 'number',
      min: 0,
      max: 15,
      hint: 'Left out from the front.',
    },
    { name: 'prefix', label: 'Then add', kind: 'text', maxLength: 16, hint: 'Put in front of what is left.' },
    {
      name: 'caller_id_did_id',
      label: 'Caller-ID number',
      kind: 'reference',
      to: OWN_NUMBER,
      placeholder: 'The extension’s own',
      bulk: true,
    },
    {
      name: 'concurrent_limit',
      label: 'Calls at a time',
      kind: 'number',
      min: 1,
      max: 1000,
      hint: 'Empty for no limit.',
    },
    {
      name: 'pin',
      label: 'PIN',
      kind: 'secret',
      generate: 'pin',
      hint: 'Asked of whoever dials through this route.',
    },
    { name: 'description', label: 'Description', kind: 'text', maxLength: 255 },
    { name: 'enabled', label: 'Enabled', kind: 'switch', bulk: true },
  ],
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'position', header: 'Order', sortable: true, numeric: true, phone: 'secondary' },
    { id: 'matches', header: 'Dialled numbers', phone: 'secondary' },
    { id: 'gateways', header: 'Gateways', phone: 'secondary' },
    { id: 'number_sent', header: 'Number sent', phone: 'hidden' },
    { id: 'caller_id_did_id', header: 'Caller ID', phone: 'hidden' },
    { id: 'enabled' },
  ],
  search: 'Name, description or gateway',
  filters: [
    yesOrNo('enabled', 'State', 'Enabled', 'Disabled'),
    { name: 'toll_class', label: 'Toll class', options: TOLL_CLASSES },
  ],
  sort: { column: 'position' },
  importKey: ['name'],
  unique: ['name'],
  label: ({ name }) => name,
})
