import { expect, test } from 'vitest'
import type { Assumptions } from '@/lib/telephony/routing/assumptions'
import {
  type Call,
  callFromOutside,
  callFromPhone,
  type Place,
  placeKey,
} from '@/lib/telephony/routing/place'
import { problems } from '@/lib/telephony/routing/problems'
import type { Reason } from '@/lib/telephony/routing/reason'
import { reasonText } from '@/lib/telephony/routing/reason-text'
import type { RecordRef } from '@/lib/telephony/routing/record'
import { simulate } from '@/lib/telephony/routing/simulate'
import { snapshotOf, voicemailOf } from '@/tests/support/factories/snapshot'
import * as make from '@/tests/support/factories/snapshot-rows'
import { CALLER, dialing, to, TUESDAY } from './routing-helpers'

const NUMBER = (last: number) => `+1207555010${last}`
const outside = ['+12075550188', '+442079460018', '+19005550142'].map(make.anOutsideDestination)
const [friend, abroad] = ['out-+12075550188', 'out-+442079460018']
const byHand = ['transfer:1001 XML acme.pbx.test', 'lua:own.lua', 'hangup'].map((number, at) => ({
  id: `hand-${at}`,
  kind: 'unknown',
  record_id: null,
  number,
  name: '',
  enabled: true,
}))
const sounds = ['hello', 'again', 'wrong', 'bye', 'waltz'].map((name, at) =>
  make.aRecording(name, { duration_ms: 1500 + at * 1000 }),
)
const forwards = {
  forward_busy_enabled: true,
  forward_busy_destination_id: 'g6000',
  forward_no_answer_enabled: true,
  forward_no_answer_destination_id: friend,
  forward_not_registered_enabled: true,
  forward_not_registered_destination_id: 'm7000',
}

/** A tenant with every kind of record, mostly with non-default values. */
const ACME = snapshotOf({
  settings: {
    area_code: '207',
    concurrent_call_limit: 9,
    hold_music_recording_id: 'r-waltz',
    language: 'es-US',
    outbound_did_id: `d${NUMBER(0)}`,
    emergency_notification_emails: ['desk@acme.test', 'guard@acme.test'],
  },
  secrets: [
    { owner_table: 'outbound_routes', owner_id: 'o-international', field: 'pin' },
    { owner_table: 'call_flows', owner_id: 'f3000', field: 'pin' },
    { owner_table: 'extensions', owner_id: 'e1001', field: 'voicemail_pin' },
  ],
  extensions: [
    make.anExtension('1001', {
      first_name: 'Ann',
      voicemail_email: 'ann@acme.test',
      emergency_did_id: `d${NUMBER(0)}`,
      location: 'Floor 2',
      recording: 'all',
    }),
    make.anExtension('1002', { ...forwards, concurrent_limit: 1, hold_music_recording_id: 'r-hello' }),
    make.anExtension('1003', {
      follow_me_enabled: true,
      call_timeout: 20,
      voicemail_enabled: false,
      toll_class: 'international',
      recording: 'outbound',
      outbound_did_id: `d${NUMBER(1)}`,
      effective_caller_id_number: '2075550133',
    }),
    make.anExtension('1004', {
      do_not_disturb: true,
      listed_in_directory: false,
      toll_class: 'internal',
      emergency_did_id: `d${NUMBER(2)}`,
    }),
    make.anExtension('1005', { forward_all_enabled: true, forward_all_destination_id: abroad ?? '' }),
    make.anExtension('1006', { suspended: true }),
    make.anExtension('1007', { enabled: false }),
    make.anExtension('1008', { forward_all_enabled: true, forward_all_destination_id: 'e1001' }),
  ],
  extension_follow_me: [
    make.aFollower('e1003', 1, 'e1001', { delay: 5, timeout: 10 }),
    make.aFollower('e1003', 2, friend ?? '', { delay: 8, timeout: 40, confirm: true }),
    make.aFollower('e1003', 3, 'g6000'),
  ],
  dids: [
    make.aNumber(NUMBER(0), {
      destination_id: 't5000',
      emergency: true,
      e911_state: 'confirmed',
      emergency_address_id: 'address-Office',
    }),
    make.aNumber(NUMBER(1), {
      destination_id: 'e1001',
      caller_id_prefix: 'Sales: ',
      distinctive_ring: 'Bellcore-dr2',
      hold_music_recording_id: 'r-again',
      record: true,
      account_code: 'ACME-1',
      gateway_id: 'carrier-a',
    }),
    make.aNumber(NUMBER(2), {
      destination_id: 'e1001',
      override_destination_id: 'g6000',
      override_until: '2026-03-04T00:00:00Z',
      e911_state: 'rejected',
      fax: true,
    }),
    make.aNumber(NUMBER(3), { destination_id: 'm7000' }),
    make.aNumber(NUMBER(4), { destination_id: null }),
    make.aNumber(NUMBER(5), { voice: false, text_messages: true }),
    make.aNumber(NUMBER(6), { enabled: false, status: 'porting_out', carrier: 'Bandwidth' }),
    make.aNumber(NUMBER(7), {
      destination_id: 'q8000',
      override_destination_id: 'e1001',
      override_until: null,
    }),
  ],
  did_conditions: [
    make.aCondition(`d${NUMBER(3)}`, { match: 'exact', caller: '+12075550188', destination_id: 'q8000' }),
    make.aCondition(`d${NUMBER(3)}`, {
      position: 2,
      match: 'prefix',
      caller: '+1303',
      destination_id: 'f3000',
    }),
    make.aCondition(`d${NUMBER(3)}`, {
      position: 3,
      match: 'anonymous',
      caller: null,
      destination_id: 'r-hello',
    }),
    make.aCondition(`d${NUMBER(3)}`, { position: 4, match: 'prefix', caller: '+13035', enabled: true }),
  ],
  call_block_rules: [
    make.aBlockRule('+12125550100'),
    make.aBlockRule('+12125550101', { action: 'busy' }),
    make.aBlockRule('+12125550102', { action: 'hangup', match: 'prefix' }),
    make.aBlockRule('+12125550103', { action: 'voicemail' }),
    make.aBlockRule('+12125550104', { action: 'destination', destination_id: 'r-bye' }),
    make.aBlockRule('+12125550105', { expires_at: '2026-03-01T00:00:00Z' }),
    make.aBlockRule('+12125550106', { extension_id: 'e1001' }),
    make.aBlockRule('+13035550142', { direction: 'outbound' }),
  ],
  ring_groups: [
    make.aRingGroup('6000', {
      strategy: 'sequence',
      call_timeout: 45,
      timeout_destination_id: voicemailOf('e1001'),
      greeting_recording_id: 'r-hello',
      ringback: 'hold_music',
      caller_id_name_prefix: 'Desk ',
      missed_call_email: 'desk@acme.test',
      follow_forwarding: true,
    }),
    make.aRingGroup('6001', { strategy: 'enterprise' }),
    make.aRingGroup('6002', { strategy: 'random', call_timeout: 20, timeout_destination_id: 'g6000' }),
    make.aRingGroup('6003'),
    make.aRingGroup('6004', { strategy: 'rollover', timeout_destination_id: 'g6004' }),
  ],
  ring_group_members: [
    make.aMember('g6000', 1, 'e1001', { timeout: 10 }),
    make.aMember('g6000', 2, 'e1004'),
    make.aMember('g6000', 3, '+12075550188', { delay: 3, timeout: 10, confirm: true }),
    make.aMember('g6000', 4, 'e1005', { timeout: 15 }),
    make.aMember('g6000', 5, 'e1003', { timeout: 40 }),
    make.aMember('g6000', 6, 'e1002', { enabled: false }),
    make.aMember('g6001', 1, 'e1001', { delay: 5, timeout: 10 }),
    make.aMember('g6001', 2, 'e1003', { timeout: 30 }),
    make.aMember('g6001', 3, 'e1006'),
    make.aMember('g6001', 4, 'e1007'),
    make.aMember('g6001', 5, 'e1008'),
    make.aMember('g6001', 6, '+19005550142'),
    make.aMember('g6002', 1, 'e1001', { timeout: 8 }),
    make.aMember('g6002', 2, 'e1002', { timeout: 8 }),
    make.aMember('g6002', 3, 'e1003', { timeout: 8 }),
    make.aMember('g6004', 1, 'e1001', { timeout: 5 }),
  ],
  ivr_menus: [
    make.aMenu('7000', {
      greet_long_recording_id: 'r-hello',
      greet_short_recording_id: 'r-again',
      invalid_sound_recording_id: 'r-wrong',
      exit_sound_recording_id: 'r-bye',
      timeout_ms: 4000,
      max_failures: 2,
      max_timeouts: 2,
      digit_length: 4,
      direct_dial: true,
      caller_id_name_prefix: 'Menu ',
      exit_destination_id: 'q8001',
    }),
    make.aMenu('7001', { max_failures: 1, max_timeouts: 1 }),
  ],
  ivr_menu_options: [
    make.anOption('m7000', '1', 'g6000', { description: 'Desk' }),
    make.anOption('m7000', '2', 'e1006', { enabled: false }),
    make.anOption('m7000', '3', 'm7001'),
    make.anOption('m7000', '*', 'm7000'),
    make.anOption('m7001', '0', 'gone'),
  ],
  call_center_queues: [
    make.aQueue('8000', {
      strategy: 'ring-all',
      greeting_recording_id: 'r-hello',
      record: true,
      max_wait_time: 60,
      announce_recording_id: 'r-again',
      announce_interval: 15,
      caller_id_name_prefix: 'Queue ',
      exit_key: '*',
      timeout_destination_id: 'g6000',
    }),
    make.aQueue('8001', { hold_music_recording_id: 'r-bye', max_wait_time_with_no_agent: 20, exit_key: '1' }),
    make.aQueue('8002', {
      strategy: 'top-down',
      max_wait_time: 100,
      max_wait_time_with_no_agent: 0,
      tier_rules_apply: true,
      tier_rule_wait: 20,
      timeout_destination_id: voicemailOf('e1001'),
    }),
  ],
  call_center_agents: [
    make.anAgent('e1001', { call_timeout: 12, max_no_answer: 2, no_answer_delay_time: 5 }),
    make.anAgent('e1003', { status: 'On Break' }),
    make.anAgent('e1004', { status: 'Available (On Demand)' }),
    make.anAgent('e1008', { status: 'Logged Out' }),
  ],
  call_center_tiers: [
    make.aTier('q8000', 'a-e1001', { position: 2 }),
    make.aTier('q8000', 'a-e1003'),
    make.aTier('q8002', 'a-e1001', { level: 2 }),
    make.aTier('q8002', 'a-e1004', { level: 1 }),
    make.aTier('q8002', 'a-e1008', { level: 1, position: 2 }),
  ],
  call_flows: [
    make.aFlow('3000', {
      state: 'alternate',
      reverts_at: '2026-03-03T18:00:00Z',
      normal_destination_id: 'e1001',
      alternate_destination_id: 'm7000',
      normal_recording_id: 'r-hello',
    }),
    make.aFlow('3001', { normal_destination_id: 'f3002', feature_code: '*33001' }),
    make.aFlow('3002', { normal_destination_id: 'f3001', feature_code: '*33002', enabled: true }),
  ],
  time_conditions: [
    make.aTimeCondition('5000', { otherwise_destination_id: 'f3000' }),
    make.aTimeCondition('5001', {
      time_zone: 'America/Denver',
      otherwise_destination_id: voicemailOf('e1003'),
    }),
  ],
  time_condition_rules: [
    make.aRule('t5000', 'r-bye', {
      name: 'New Year',
      state: 'closed',
      date_from: '2026-01-01',
      date_to: '2026-01-02',
    }),
    make.aRule('t5000', 'g6000', { position: 1, weekdays: [1, 2, 3, 4, 5], time_ranges: [[480, 1020]] }),
    make.aRule('t5001', 'e1001', { weekdays: [2], time_ranges: [[600, 660]] }),
  ],
  outbound_routes: [
    make.aRoute('emergency', { gateway_2_id: 'carrier-b', position: 0 }),
    make.aRoute('toll_free', { position: 1, enabled: false }),
    make.aRoute('local', { position: 2, strip_digits: 1, prefix: '9', concurrent_limit: 2 }),
    make.aRoute('national', {
      position: 3,
      gateway_1_id: 'carrier-b',
      gateway_2_id: 'carrier-c',
      gateway_3_id: 'carrier-d',
      caller_id_did_id: `d${NUMBER(1)}`,
    }),
    make.aRoute('international', { position: 4, gateway_1_id: 'carrier-c', gateway_2_id: 'carrier-a' }),
  ],
  gateways: [
    make.aGateway('carrier-a', { channels: 3, may_carry_emergency: false }),
    make.aGateway('carrier-b', { number_format: 'national', prefix: '88', caller_id_header: 'none' }),
    make.aGateway('carrier-c', { number_format: 'national_with_1', codecs: ['PCMU', 'G722'], channels: 1 }),
    make.aGateway('carrier-d', { enabled: false }),
  ],
  feature_codes: [
    make.aFeatureCode('check_voicemail', '*98'),
    make.aFeatureCode('own_voicemail', '*97'),
    make.aFeatureCode('company_directory', '*411'),
    make.aFeatureCode('record', '*732'),
    make.aFeatureCode('call_forward', '*72'),
    make.aFeatureCode('do_not_disturb', '*78'),
    make.aFeatureCode('follow_me', '*21', { enabled: false }),
    make.aFeatureCode('group_pickup', '*8'),
    make.aFeatureCode('directed_pickup', '**'),
    make.aFeatureCode('park', '*59'),
    make.aFeatureCode('agent_sign_in', '*22'),
  ],
  park_lots: [
    make.aParkLot('5900', {
      places: 3,
      timeout: 90,
      timeout_destination_id: 'g6000',
      hold_music_recording_id: 'r-bye',
    }),
    make.aParkLot('5910', { places: 2, timeout: 60, timeout_destination_id: null }),
    make.aParkLot('5920', { enabled: false }),
  ],
  devices: [make.aDevice('lobby', { location: 'Lobby' }), make.aDevice('attic', { enabled: false })],
  device_lines: [make.aLine('phone-lobby', 'e1001'), make.aLine('phone-attic', 'e1003')],
  emergency_addresses: [make.anAddress('Office', { unit: 'Suite 4' })],
  recordings: sounds,
  destinations: [...outside, ...byHand],
})

const phone = (extension: string): Call =>
  callFromPhone(ACME.extensions.find((one) => one.extension === extension) ?? make.anExtension(extension))
const called = (number: string): Place => ({ at: 'number', number })
const caller = (number = CALLER, name = 'Pat') => callFromOutside(number, name)
const answers = (after: number) => ({ is: 'answers', after }) as const
const AT_NIGHT = TUESDAY + 12 * 3_600_000
const DIALED = [
  ...['1001', '1006', '1007', '6000', '7000', '8000', '5001', '3000', '5900', '5902', '5904', '5911', '5920'],
  ...[
    '*98',
    '*97',
    '*411',
    '*732',
    '*72',
    '*722075550199',
    '*72x',
    '*78',
    '*21',
    '*8',
    '**1002',
    '**1',
    '*59',
  ],
  ...[
    '*22',
    '*991001',
    '*99',
    '*33000',
    '*33001',
    '911',
    '933',
    '988',
    '5550142',
    '2075550101',
    '2075550199',
  ],
  ...['13035550142', '12125550100', '18005550100', '011442079460018', '19005550142', '4242', '', 'x'],
]

type Given = [what: string, place: Place, call?: Call, assumed?: Assumptions, moment?: number]
const CALLS: Given[] = [
  ...ACME.dids.flatMap(({ number }): Given[] => [
    [`${number} by day`, called(number)],
    [`${number} at night, answered`, called(number), caller(), { others: answers(3) }, AT_NIGHT],
  ]),
  ['an unknown number', called('+12075550177')],
  ...['0', '1', '2', '3', '4', '5', '6'].map((last): Given => {
    return [`a caller who may be blocked (${last})`, called(NUMBER(1)), caller(`+1212555010${last}`)]
  }),
  ...['+12075550188', '+13035550100', '', 'anonymous'].map((from): Given => {
    return [`a caller with a condition (${from})`, called(NUMBER(3)), caller(from, '')]
  }),
  ...ACME.extensions.flatMap(({ id, extension }): Given[] => [
    [`${extension} is away`, to(id)],
    [`${extension} is busy`, to(id), caller(), { others: { is: 'busy' } }],
    [`${extension} is not registered`, to(id), phone('1001'), { others: { is: 'unregistered' } }],
    [`${extension} declines`, to(id), caller(), { others: { is: 'declines' } }],
  ]),
  ['1002 has all calls that it may', to('e1002'), caller(), { calls: { e1002: 1 } }],
  ['the tenant has all calls that it may', called(NUMBER(1)), caller(), { calls: { tenant: 9 } }],
  ...ACME.ring_groups.flatMap(({ id, number }): Given[] => [
    [`group ${number}, nobody answers`, to(id), { ...caller(), draw: 7 }],
    [`group ${number}, a friend answers`, to(id), caller(), { outside: { '+12075550188': answers(4) } }],
    [
      `group ${number}, a friend does not confirm`,
      to(id),
      caller(),
      { outside: { '+12075550188': { is: 'answers', after: 4, confirms: false } } },
    ],
    [`group ${number}, the last answers`, to(id), phone('1001'), { phones: { e1003: answers(2) } }],
  ]),
  ...[[], ['1'], ['2', '9', '1'], ['3', '0'], ['*', '*', '3'], ['1003'], ['6002'], ['12'], ['', '9999']].map(
    (digits): Given => [`menu 7000 with ${JSON.stringify(digits)}`, to('m7000'), caller(), { digits }],
  ),
  ['menu 7001 with a wrong key', to('m7001'), caller(), { digits: ['5'] }],
  ...ACME.call_center_queues.flatMap(({ id, number }): Given[] => [
    [`queue ${number}, nobody answers`, to(id)],
    [`queue ${number}, answered`, to(id), caller(), { others: answers(6) }],
    [`queue ${number}, busy`, to(id), caller(), { others: { is: 'busy' } }],
    [`queue ${number}, left by a key`, to(id), caller(), { digits: ['*'], others: answers(30) }],
    [`queue ${number}, patience ends`, to(id), caller(), { patience: 17 }],
  ]),
  ...['f3000', 'f3001', 't5000', 't5001', 'r-wrong', 'gone', ...outside.map(({ id }) => id)].flatMap(
    (id): Given[] => [
      [`the destination ${id}`, to(id)],
      [`the destination ${id} at night`, to(id), caller(), { others: answers(9) }, AT_NIGHT],
    ],
  ),
  ...byHand.map(({ id, number }): Given => [`a destination by hand: ${number}`, to(id)]),
  ...['c-check_voicemail', 'c-record', voicemailOf('e1001'), voicemailOf('e1003'), 'hangup'].map(
    (id): Given => [`the destination ${id}`, to(id)],
  ),
  ...['1001', '1003', '1004'].flatMap((from) =>
    DIALED.map((digits): Given => [`${from} dials ${digits || 'nothing'}`, dialing(digits), phone(from)]),
  ),
  ['1003 does not know the PIN', dialing('011442079460018'), phone('1003'), { knowsPin: false }],
  ...(['away', 'busy', 'declines', 'unregistered'] as const).map((is): Given => {
    return [
      `1001 calls somebody who is ${is}`,
      dialing('5550142'),
      phone('1001'),
      { outside: { '+12075550142': { is } } },
    ]
  }),
  ['1001 is answered', dialing('5550142'), phone('1001'), { outside: { '+12075550142': answers(8) } }],
  ['1001 is answered late', dialing('5550142'), phone('1001'), { outside: { '+12075550142': answers(90) } }],
  [
    'the gateways are down',
    dialing('2125550142'),
    phone('1001'),
    { failedGateways: ['carrier-b', 'carrier-c'] },
  ],
  ['the gateways are full', dialing('5550142'), phone('1001'), { calls: { 'carrier-a': 3 } }],
  ['the route is full', dialing('5550142'), phone('1001'), { calls: { 'o-local': 2 } }],
  ['a stranger dials out', dialing('5550142'), caller()],
]

/** A value in short form: reasons as sentences, records by table and id, places by key, without empty values. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join('; ')
  if (typeof value !== 'object' || value === null) return String(value)
  if ('why' in value) return sentence(value as Reason)
  if ('table' in value && 'label' in value) return `${value.label} ${named(value as RecordRef)}`.trim()
  if ('at' in value) return placeKey(value as Place)
  return Object.entries(value)
    .filter(([name, held]) => name !== 'call' && ![null, '', false, undefined].includes(held as null))
    .map(([name, held]) => [name, shown(held)])
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name} (${text})`)
    .join(' ')
}

const named = ({ table, id }: RecordRef) => `[${table} ${id}]`
const sentence = (reason: Reason) => `${reasonText(reason)} ${named(reason.record)}`

/** A step by its text, printed once: `first` has the call that reached it first. */
function once(text: string, what: string, first: Map<string, string>): string {
  const before = first.get(text)
  if (before !== undefined) return `as in ${before}`
  first.set(text, `${what}, ${first.size}`)
  return `${first.size - 1}: ${text}`
}

function told(
  [what, place, call = caller(), assumed = {}, moment = TUESDAY]: Given,
  first: Map<string, string>,
): string {
  const { stages, rings, end, seconds } = simulate(ACME, { place, call, moment }, assumed)
  const { divertedBy, visited: _, ...carried } = stages.at(-1)?.step.call.carried ?? call.carried
  return [
    `## ${what}`,
    ...stages.map(
      ({ at, step, taken }) =>
        `${at}: ${once(shown(step), what, first)}${taken ? ` → ${sentence(taken.reason)} ${placeKey(taken.place)}` : ''}`,
    ),
    ...rings.map(({ target, start, end: until, outcome }) => `${start}–${until} ${target.label}: ${outcome}`),
    `carried: ${shown({ ...carried, divertedBy })}`,
    `${seconds}: ${shown(end)}`,
  ].join('\n')
}

test('the calls of an example tenant match the approved ones', async () => {
  const first = new Map<string, string>()
  await expect(`${CALLS.map((given) => told(given, first)).join('\n\n')}\n`).toMatchFileSnapshot(
    './approved/calls.txt',
  )
})

test('the problems of the example tenant match the approved ones', async () => {
  const found = problems(ACME, TUESDAY).map(
    ({ severity, kind, text, href }) => `${severity} ${kind}: ${text} ${href}`,
  )
  await expect(`${found.join('\n')}\n`).toMatchFileSnapshot('./approved/problems.txt')
})
