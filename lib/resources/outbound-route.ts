import { z } from 'zod'
import { choice, choices, field, matching, number, reference, secret, text } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { OUTBOUND_ROUTES as LIMITS } from '../supabase/constraints'
import { PRESETS, type Preset, patternProblem } from '../telephony/outbound'
import { recordOf } from './kinds'
import { enabled, recordName } from './telephony-fields'

const MATCHES = LIMITS.matches.choices.map((value) => {
  if (value === 'pattern')
    return { value, label: 'Regular expression', hint: 'Matched against the dialed digits.' }
  const { label, hint } = PRESETS[value]
  return { value, label, hint: `${hint}.` }
})

const TOLL_CLASSES = choices(LIMITS.toll_class.choices, {
  emergency: { hint: 'Every phone may dial these.' },
  international: { hint: 'Expensive if the account is hacked: off unless turned on.' },
  premium: { hint: 'No phone’s toll class includes these.' },
})

/** A gateway's name in the PBX. */
export const gateway = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'Use letters, digits, dots, dashes and underscores.')

const backup = { maxLength: 64, empty: null, rule: gateway } as const

/** Which dialed numbers go out through which gateways. The first matching route by position takes the call. */
export const outboundRoute = defineResource({
  table: 'outbound_routes',
  section: 'telephony',
  noun: 'outbound route',
  description:
    'Which dialed numbers go out through which gateways. The first route that matches takes the call.',
  fields: {
    name: recordName,
    position: number({
      ...LIMITS.position,
      label: 'Order',
      start: 100,
      hint: '1–9999; the lowest is tried first.',
    }),
    matches: choice({ label: 'Dialed numbers', options: MATCHES, start: 'national' }),
    pattern: field(
      { label: 'Regular expression', kind: 'text', maxLength: 120, placeholder: '^77\\d{3}$' },
      z.string().nullable(),
      null,
    ),
    toll_class: choice({ options: TOLL_CLASSES, start: 'national' }),
    gateway_1: text({
      label: 'Gateway',
      maxLength: 64,
      required: 'Enter the gateway to try first.',
      rule: gateway,
      bulk: true,
    }),
    gateway_2: text({ ...backup, label: 'Second gateway', bulk: true }),
    gateway_3: text({ ...backup, label: 'Third gateway' }),
    strip_digits: number({ ...LIMITS.strip_digits, hint: 'How many leading digits to remove.' }),
    prefix: text({
      label: 'Then prepend',
      maxLength: 16,
      rule: matching(/^\+?[0-9*#]{0,15}$/, 'Use digits, * and #, with an optional leading plus.'),
      hint: 'Added before the remaining digits.',
    }),
    caller_id_did_id: reference({
      label: 'Caller ID number',
      to: recordOf('dids'),
      placeholder: 'The extension’s own',
      bulk: true,
    }),
    concurrent_limit: number({
      ...LIMITS.concurrent_limit,
      label: 'Concurrent calls',
      empty: null,
      hint: 'Leave empty for no limit.',
    }),
    pin: secret({ label: 'PIN', generate: 'pin', hint: 'Callers enter it to use this route.' }),
    description: text(LIMITS.description),
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
          issue('gateway_3', 'This gateway is already used above.')
        }
      })
      .transform((route) =>
        route.matches === 'pattern'
          ? route
          : { ...route, pattern: null, toll_class: PRESETS[route.matches as Preset].tollClass },
      ),
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'position', sortable: true, numeric: true, phone: 'secondary' },
    { id: 'matches', phone: 'secondary' },
    { id: 'gateways', phone: 'secondary' },
    { id: 'number_sent', phone: 'hidden' },
    { id: 'caller_id_did_id', header: 'Caller ID', phone: 'hidden' },
    { id: 'enabled' },
  ],
  search: 'Name, description or gateway',
  filters: ['enabled', 'toll_class'],
  sort: { column: 'position' },
  importKey: ['name'],
  label: ({ name }) => name,
})
