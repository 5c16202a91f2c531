import { z } from 'zod'
import type { Choice } from '../records/field'
import { choice, field, number, reference, secret, text } from '../records/field-builders'
import { defineResource, yesOrNo } from '../records/resource'
import { PRESETS, type Preset, patternProblem } from '../telephony/outbound'
import { DID } from './references'
import { enabled, recordName } from './telephony-fields'

const presets = Object.entries(PRESETS) as [Preset, (typeof PRESETS)[Preset]][]

const MATCH_CHOICES: readonly Choice[] = [
  ...presets.map(([value, { label, hint }]) => ({ value, label, hint: `${hint}.` })),
  { value: 'pattern', label: 'A regular expression', hint: 'Compared with the digits that are dialled.' },
]

const TOLL_CLASSES: readonly Choice[] = [
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

/** A way for calls out of the tenant. Routes are tried in the order of their position. */
export const outboundRoute = defineResource({
  table: 'outbound_routes',
  section: 'telephony',
  noun: 'outbound route',
  plural: 'outbound routes',
  path: 'dids/outbound',
  description:
    'Which dialled numbers leave through which gateways. The first route that fits takes the call.',
  fields: {
    name: recordName,
    position: number({
      label: 'Order',
      min: 1,
      max: 9999,
      start: 100,
      hint: '1–9999; the lowest is tried first.',
    }),
    matches: choice({ label: 'Dialled numbers', options: MATCH_CHOICES, start: 'national' }),
    pattern: field(
      { label: 'Regular expression', kind: 'text', maxLength: 120, placeholder: '^77\\d{3}$' },
      z.string().nullable(),
      null,
    ),
    toll_class: choice({ label: 'Toll class', options: TOLL_CLASSES, start: 'national' }),
    gateway_1: text({
      label: 'Gateway',
      max: 64,
      required: 'Enter the gateway that is tried first.',
      rule: gateway,
      bulk: true,
    }),
    gateway_2: text({ label: 'Second gateway', max: 64, empty: null, rule: gateway, bulk: true }),
    gateway_3: text({ label: 'Third gateway', max: 64, empty: null, rule: gateway }),
    strip_digits: number({ label: 'Strip digits', min: 0, max: 15, hint: 'Left out from the front.' }),
    prefix: text({
      label: 'Then add',
      max: 16,
      rule: z.string().regex(/^\+?[0-9*#]{0,15}$/, 'Digits, * and #, with a plus in front at most.'),
      hint: 'Put in front of what is left.',
    }),
    caller_id_did_id: reference({
      label: 'Caller-ID number',
      to: { ...DID, noun: 'number of the tenant' },
      placeholder: 'The extension’s own',
      bulk: true,
    }),
    concurrent_limit: number({
      label: 'Calls at a time',
      min: 1,
      max: 1000,
      empty: null,
      hint: 'Empty for no limit.',
    }),
    pin: secret({ label: 'PIN', generate: 'pin', hint: 'Asked of whoever dials through this route.' }),
    description: text({ label: 'Description', max: 255 }),
    enabled,
  },
  rules: (form) =>
    form
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
