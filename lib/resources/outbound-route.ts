import { z } from 'zod'
import {
  choice,
  choices,
  field,
  matching,
  number,
  reference,
  refusing,
  secret,
  text,
} from '../records/field-builders'
import { defineResource } from '../records/resource'
import { OUTBOUND_ROUTES as LIMITS } from '../supabase/constraints'
import { patternProblem, type Preset, PRESETS } from '../telephony/outbound'
import { GATEWAY, recordOf } from './kinds'
import { enabled, recordName } from './telephony-fields'

const MATCHES = LIMITS.matches.choices.map((value) => {
  if (value === 'pattern')
    return { value, label: 'Regular expression', hint: 'Matched against the dialed digits.' }
  const { label, hint } = PRESETS[value]
  return { value, label, hint: `${hint}.` }
})

const TOLL_CLASSES = choices(LIMITS.toll_class.choices, {
  emergency: { hint: 'Every phone may dial these.' },
  international: { hint: 'Off by default, because of toll fraud.' },
  premium: { hint: 'No phone’s toll class includes these.' },
})

/** Which dialed numbers go out through which gateways. The first matching route by position takes the call. */
export const outboundRoute = defineResource({
  table: 'outbound_routes',
  view: 'outbound_route_list',
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
    gateway_1_id: reference({
      label: 'First gateway',
      to: GATEWAY,
      required: 'Choose the gateway to try first.',
      bulk: true,
    }),
    gateway_2_id: reference({
      label: 'Second gateway',
      to: GATEWAY,
      bulk: true,
      hint: 'Ring groups and follow me call their numbers by the first gateway only.',
    }),
    gateway_3_id: reference({ label: 'Third gateway', to: GATEWAY }),
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
      hint: 'On each switch. Leave empty for no limit.',
    }),
    pin: secret({ label: 'PIN', generate: 'pin', hint: 'Callers enter it to use this route.' }),
    description: text(LIMITS.description),
    enabled,
  },
  rules: (form) =>
    form
      .superRefine((route, context) => {
        const issue = refusing(context)
        const problem = route.matches === 'pattern' ? patternProblem(route.pattern ?? '') : undefined
        if (problem) issue('pattern', problem)
        const { gateway_1_id: first, gateway_2_id: second, gateway_3_id: third } = route
        if (third && !second) issue('gateway_2_id', 'Choose the second gateway first.')
        if (second && second === first) issue('gateway_2_id', 'This is the first gateway.')
        if (third && [first, second].includes(third)) {
          issue('gateway_3_id', 'This gateway is already used above.')
        }
      })
      .transform((route) =>
        route.matches === 'pattern'
          ? route
          : {
              ...route,
              pattern: null,
              toll_class: PRESETS[route.matches as Preset].tollClass,
              caller_id_did_id: route.matches === 'emergency' ? null : route.caller_id_did_id,
            },
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
  decides: { matches: ['pattern', 'toll_class', 'caller_id_did_id'] },
  label: ({ name }) => name,
})
