import { expect, test } from 'vitest'
import { problems } from '@/lib/telephony/routing/problems'
import { type GivenSnapshot, HANG_UP, voicemailOf } from '@/tests/support/factories/snapshot'
import * as make from '@/tests/support/factories/snapshot-rows'
import { NUMBER, TUESDAY } from './routing-helpers'
import { DID, SOUND, tenant } from './sound-tenant'

const OTHER = '+12075550101'
const CONFIRMED = { emergency: true, e911_state: 'confirmed', emergency_address_id: 'address-Office' }
const routed = (number = NUMBER, given = {}) =>
  make.aNumber(number, { destination_id: 'e1001', ...CONFIRMED, ...given })
const desk = (extension = '1001', given = {}) =>
  make.anExtension(extension, { emergency_did_id: DID, location: 'Floor 2', ...given })
const pins = (...extensions: string[]) =>
  extensions.map((extension) => ({
    owner_table: 'extensions',
    owner_id: `e${extension}`,
    field: 'voicemail_pin',
  }))
const conditions = (...given: [match: string, caller: string | null, enabled?: boolean][]) => ({
  did_conditions: given.map(([match, caller, enabled = true], at) =>
    make.aCondition(DID, { position: at + 1, match, caller, enabled, destination_id: 'e1001' }),
  ),
})
const routes = (...given: ReturnType<typeof make.aRoute>[]) => ({
  outbound_routes: [make.aRoute('emergency', { position: 0 }), ...given],
})
const gateways = (...off: string[]) => ({
  gateways: ['carrier-a', 'carrier-b', 'carrier-c'].map((id) =>
    make.aGateway(id, { enabled: !off.includes(id) }),
  ),
})
const group = (given = {}) => make.aRingGroup('6000', { timeout_destination_id: 'e1001', ...given })
const queue = (given = {}) => make.aQueue('8000', { max_wait_time: 60, ...given })
const agents = (status: string, ...extensions: string[]) => ({
  call_center_agents: extensions.map((id) => make.anAgent(id, { status })),
  call_center_tiers: extensions.map((id) => make.aTier('q8000', `a-${id}`)),
})
const menu = (given = {}) =>
  make.aMenu('7000', { greet_long_recording_id: 'r-hello', exit_destination_id: 'e1001', ...given })
const menus = (given = {}, ...options: ReturnType<typeof make.anOption>[]) => ({
  recordings: [make.aRecording('hello')],
  ivr_menus: [menu(given)],
  ivr_menu_options: options,
})
const noCallerId = (...dids: ReturnType<typeof make.aNumber>[]) => ({
  settings: { ...SOUND.settings, outbound_did_id: null },
  dids,
})

/** Changes that cause problems in an otherwise correct tenant (SOUND). */
const TENANTS: [what: string, given: GivenSnapshot][] = [
  ['nothing', {}],

  [
    'a number by a gateway that is off',
    { ...gateways('carrier-b'), dids: [routed(NUMBER, { gateway_id: 'carrier-b' })] },
  ],
  [
    'a number by a gateway',
    { ...gateways('carrier-c'), dids: [routed(NUMBER, { gateway_id: 'carrier-b' })] },
  ],
  ['a number that comes in, of an unknown carrier', { dids: [routed(NUMBER, { status: 'porting_in' })] }],
  ['a number that is off, with a route', { dids: [routed(), routed(OTHER, { enabled: false })] }],
  [
    'a number that is off, in transit',
    { dids: [routed(), routed(OTHER, { enabled: false, status: 'porting_out' })] },
  ],
  [
    'a number that is off, without a route',
    { dids: [routed(), routed(OTHER, { enabled: false, destination_id: null })] },
  ],
  [
    'a number for fax alone, without a route',
    { dids: [routed(), make.aNumber(OTHER, { voice: false, fax: true })] },
  ],
  [
    'a number for text messages alone',
    { dids: [routed(), make.aNumber(OTHER, { voice: false, text_messages: true })] },
  ],
  [
    'an override that is over',
    { dids: [routed(NUMBER, { override_destination_id: 'e1001', override_until: '2026-03-01T00:00:00Z' })] },
  ],
  [
    'an override that is not over',
    { dids: [routed(NUMBER, { override_destination_id: 'e1001', override_until: '2026-03-09T00:00:00Z' })] },
  ],
  [
    'a number whose extension nobody takes over from',
    { extensions: [desk('1001', { voicemail_enabled: false })] },
  ],
  [
    'a number whose group nobody takes over from',
    {
      dids: [routed(NUMBER, { destination_id: 'g6000' })],
      ring_groups: [group({ timeout_destination_id: null })],
      ring_group_members: [make.aMember('g6000', 1, 'e1001')],
    },
  ],
  ['a suspended tenant of two numbers', { tenant: { status: 'suspended' }, dids: [routed(), routed(OTHER)] }],
  [
    'a suspended tenant of one number, since a day',
    { tenant: { status: 'suspended', suspended_at: '2026-02-01T00:00:00Z' } },
  ],
  [
    'a suspended tenant without numbers',
    {
      tenant: { status: 'suspended', suspension_reason: 'Unpaid' },
      dids: [routed(NUMBER, { enabled: false, destination_id: null })],
    },
  ],
  [
    'a block rule that is over',
    { call_block_rules: [make.aBlockRule(OTHER, { expires_at: '2026-03-01T00:00:00Z' })] },
  ],
  [
    'a block rule that is over and off',
    { call_block_rules: [make.aBlockRule(OTHER, { expires_at: '2026-03-01T00:00:00Z', enabled: false })] },
  ],

  ['two conditions for withheld numbers', conditions(['anonymous', null], ['anonymous', null])],
  ['a condition for withheld numbers, then one caller', conditions(['anonymous', null], ['exact', OTHER])],
  ['a condition for a prefix, then withheld numbers', conditions(['prefix', '+1207'], ['anonymous', null])],
  ['a condition for a prefix, then a longer one', conditions(['prefix', '+1207'], ['prefix', '+120755'])],
  ['a condition for a prefix, then a shorter one', conditions(['prefix', '+120755'], ['prefix', '+1207'])],
  ['a condition for one caller, then the same', conditions(['exact', OTHER], ['exact', OTHER])],
  ['a condition for one caller, then another', conditions(['exact', OTHER], ['exact', NUMBER])],
  ['a condition for one caller, then the prefix', conditions(['exact', '+1207'], ['prefix', '+1207'])],
  ['a condition for one caller, then withheld numbers', conditions(['exact', OTHER], ['anonymous', null])],
  ['a condition that is off, then the same', conditions(['exact', OTHER, false], ['exact', OTHER])],
  ['a condition, then the same that is off', conditions(['exact', OTHER], ['exact', OTHER, false])],

  ['an extension and no number', noCallerId(routed(NUMBER, { enabled: false, destination_id: null }))],
  ['an extension without a caller ID, and one number', noCallerId(routed())],
  ['an extension without a caller ID, and two numbers', noCallerId(routed(), routed(OTHER))],
  [
    'an extension without a caller ID, and a second number that is off',
    noCallerId(routed(), routed(OTHER, { enabled: false, destination_id: null })),
  ],
  [
    'an extension without a caller ID, and a second number for fax',
    noCallerId(routed(), make.aNumber(OTHER, { voice: false, fax: true, destination_id: 'e1001' })),
  ],
  [
    'an extension without a caller ID, and a second number that comes in',
    noCallerId(routed(), routed(OTHER, { status: 'porting_in' })),
  ],
  ['settings never stored', { settings: undefined }],
  [
    'two extensions without a caller ID',
    { ...noCallerId(routed()), extensions: [desk(), desk('1002')], secrets: pins('1001', '1002') },
  ],
  [
    'extensions without a caller ID that need none',
    {
      ...noCallerId(routed()),
      extensions: [
        desk('1001', { outbound_did_id: DID }),
        desk('1002', { toll_class: 'internal' }),
        desk('1003', { enabled: false }),
      ],
      secrets: pins('1001', '1002', '1003'),
    },
  ],
  [
    'a default caller ID that is off',
    {
      settings: { ...SOUND.settings, outbound_did_id: `d${OTHER}` },
      dids: [routed(), routed(OTHER, { enabled: false, destination_id: null })],
    },
  ],
  [
    'a caller ID that is off',
    {
      extensions: [desk('1001', { outbound_did_id: `d${OTHER}` })],
      dids: [routed(), routed(OTHER, { enabled: false, destination_id: null })],
    },
  ],
  ['an extension whose phone is off', { devices: [make.aDevice('lobby', { enabled: false })] }],
  ['an extension whose phone is gone', { devices: [] }],
  [
    'an extension without a phone that forwards all calls',
    {
      device_lines: [],
      extensions: [
        desk('1001', { forward_all_enabled: true, forward_all_destination_id: voicemailOf('e1001') }),
      ],
    },
  ],
  ['a mailbox without a PIN', { secrets: [] }],
  ['messages that are not kept', { extensions: [desk('1001', { voicemail_keep: false })] }],
  [
    'messages that are not kept but mailed',
    { extensions: [desk('1001', { voicemail_keep: false, voicemail_email: 'desk@acme.test' })] },
  ],
  [
    'messages that are not kept but mailed without their recordings',
    {
      extensions: [
        desk('1001', { voicemail_keep: false, voicemail_email: 'desk@acme.test', voicemail_attach: false }),
      ],
    },
  ],
  [
    'messages that are not kept, and no mailbox',
    {
      extensions: [
        desk('1001', {
          voicemail_keep: false,
          voicemail_enabled: false,
          forward_no_answer_enabled: true,
          forward_no_answer_destination_id: HANG_UP,
        }),
      ],
    },
  ],
  ['follow me to nobody', { extensions: [desk('1001', { follow_me_enabled: true })] }],
  [
    'follow me to an extension that is off',
    {
      extensions: [desk('1001', { follow_me_enabled: true }), desk('1002', { enabled: false })],
      extension_follow_me: [make.aFollower('e1001', 1, 'e1001'), make.aFollower('e1001', 2, 'e1002')],
    },
  ],
  [
    'follow me that is off to an extension that is off',
    {
      extensions: [desk(), desk('1002', { enabled: false })],
      extension_follow_me: [make.aFollower('e1001', 1, 'e1002')],
    },
  ],

  ['no route for 911', { outbound_routes: [make.aRoute('national')] }],
  [
    'a route for 911 by a gateway that is off',
    { ...routes(make.aRoute('national', { gateway_1_id: 'carrier-b' })), ...gateways('carrier-a') },
  ],
  [
    'a route for 911 by a gateway that may not carry it',
    { gateways: [make.aGateway('carrier-a', { may_carry_emergency: false })] },
  ],
  ['a route for 911 by a gateway that is gone', { gateways: [] }],
  [
    'a route for 911 by a second gateway',
    {
      ...routes(),
      outbound_routes: [make.aRoute('emergency', { gateway_2_id: 'carrier-b' })],
      gateways: [make.aGateway('carrier-a', { may_carry_emergency: false }), make.aGateway('carrier-b')],
    },
  ],
  ['nobody told of 911', { settings: { outbound_did_id: DID } }],
  [
    'a number for 911 that is not registered',
    { dids: [routed(NUMBER, { e911_state: 'rejected', e911_reason: 'No such street' })] },
  ],
  ['an extension without a number for 911', { extensions: [desk('1001', { emergency_did_id: null })] }],
  [
    'an extension without a room',
    { extensions: [desk('1001', { location: '' })], devices: [make.aDevice('lobby')] },
  ],
  ['a phone in another room', { devices: [make.aDevice('lobby', { location: 'Lobby' })] }],
  ['an address in another country', { settings: { ...SOUND.settings, country: 'CA' } }],
  ['an address in the country', { settings: { ...SOUND.settings, country: 'US' } }],

  [
    'a route whose gateway is off',
    { ...routes(make.aRoute('national', { gateway_1_id: 'carrier-b' })), ...gateways('carrier-b') },
  ],
  [
    'a route whose gateways are off',
    {
      ...routes(make.aRoute('national', { gateway_1_id: 'carrier-b', gateway_2_id: 'carrier-c' })),
      ...gateways('carrier-b', 'carrier-c'),
    },
  ],
  [
    'a route of which one gateway is off',
    {
      ...routes(make.aRoute('national', { gateway_1_id: 'carrier-b', gateway_2_id: 'carrier-a' })),
      ...gateways('carrier-b'),
    },
  ],
  [
    'a route of which two gateways are off',
    {
      ...routes(
        make.aRoute('national', {
          gateway_1_id: 'carrier-b',
          gateway_2_id: 'carrier-a',
          gateway_3_id: 'carrier-c',
        }),
      ),
      ...gateways('carrier-b', 'carrier-c'),
    },
  ],
  [
    'a route of which a gateway is gone',
    {
      ...routes(make.aRoute('national', { gateway_1_id: 'gone', gateway_2_id: 'carrier-a' })),
      ...gateways(),
    },
  ],
  [
    'a route that is off, whose gateway is off',
    {
      ...routes(make.aRoute('national', { gateway_1_id: 'carrier-b', enabled: false })),
      ...gateways('carrier-b'),
    },
  ],
  ['a costly route without PIN and limit', routes(make.aRoute('international'))],
  ['a costly route without a PIN', routes(make.aRoute('international', { concurrent_limit: 2 }))],
  [
    'a costly route without a limit',
    {
      ...routes(make.aRoute('international')),
      secrets: [
        ...pins('1001'),
        { owner_table: 'outbound_routes', owner_id: 'o-international', field: 'pin' },
      ],
    },
  ],
  [
    'a costly route with both',
    {
      ...routes(make.aRoute('international', { concurrent_limit: 2 })),
      secrets: [
        ...pins('1001'),
        { owner_table: 'outbound_routes', owner_id: 'o-international', field: 'pin' },
      ],
    },
  ],
  ['a premium route', routes(make.aRoute('premium', { concurrent_limit: 2 }))],
  [
    'a pattern for dear numbers in a class for all',
    routes(make.aRoute('pattern', { pattern: '^011', toll_class: 'national' })),
  ],
  [
    'a pattern for dear numbers in their class',
    routes(make.aRoute('pattern', { pattern: '^011', toll_class: 'international', concurrent_limit: 2 })),
  ],
  [
    'a pattern for cheap numbers',
    routes(make.aRoute('pattern', { pattern: '^207', toll_class: 'national' })),
  ],
  [
    'a pattern for premium numbers in a class for all',
    routes(make.aRoute('pattern', { pattern: '^900', toll_class: 'local' })),
  ],
  [
    'a pattern for numbers of no preset',
    routes(make.aRoute('pattern', { pattern: '^4242$', toll_class: 'local' })),
  ],
  [
    'a pattern for dear numbers, for 911',
    routes(make.aRoute('pattern', { pattern: '^011', toll_class: 'emergency' })),
  ],
  [
    'a preset of dear numbers in a class for all',
    routes(make.aRoute('international', { toll_class: 'national' })),
  ],
  [
    'a route below one that takes its numbers',
    routes(
      make.aRoute('national', { id: 'o-first', name: 'First', position: 1 }),
      make.aRoute('national', { position: 2 }),
    ),
  ],
  [
    'a route below one that takes its numbers for some phones',
    routes(
      make.aRoute('national', {
        id: 'o-first',
        name: 'First',
        position: 1,
        toll_class: 'international',
        concurrent_limit: 2,
      }),
      make.aRoute('national', { position: 2 }),
    ),
  ],
  [
    'a route below one whose gateway is off',
    {
      ...routes(
        make.aRoute('national', { id: 'o-first', name: 'First', position: 1, gateway_1_id: 'carrier-b' }),
        make.aRoute('national', { position: 2 }),
      ),
      ...gateways('carrier-b'),
    },
  ],
  [
    'a local route below one of the area code',
    {
      ...routes(
        make.aRoute('local', { id: 'o-first', name: 'First', position: 1 }),
        make.aRoute('national', { position: 2 }),
      ),
      settings: { ...SOUND.settings, area_code: '207' },
    },
  ],
  [
    'a flow that every phone can switch',
    { call_flows: [make.aFlow('3000', { alternate_destination_id: 'e1001' })] },
  ],
  [
    'a flow that every phone could switch, were it on',
    { call_flows: [make.aFlow('3000', { alternate_destination_id: 'e1001', enabled: false })] },
  ],
  [
    'a flow with a PIN',
    {
      call_flows: [make.aFlow('3000', { alternate_destination_id: 'e1001' })],
      secrets: [...pins('1001'), { owner_table: 'call_flows', owner_id: 'f3000', field: 'pin' }],
    },
  ],

  ['a group without members', { ring_groups: [group()] }],
  ['a group that is off, without members', { ring_groups: [group({ enabled: false })] }],
  ['a group that hangs up on all', { ring_groups: [group({ timeout_destination_id: null })] }],
  [
    'a group of an extension that is off',
    {
      extensions: [desk(), desk('1002', { enabled: false }), desk('1003', { enabled: false })],
      ring_groups: [group()],
      ring_group_members: [
        make.aMember('g6000', 1, 'e1003', { enabled: false }),
        make.aMember('g6000', 2, 'e1002'),
        make.aMember('g6000', 3, 'e1001'),
      ],
    },
  ],
  [
    'a group of an extension that is suspended',
    {
      extensions: [desk(), desk('1002', { suspended: true })],
      ring_groups: [group()],
      ring_group_members: [make.aMember('g6000', 1, 'e1002'), make.aMember('g6000', 2, 'e1001')],
    },
  ],
  [
    'a group of an extension not to be disturbed',
    {
      extensions: [desk(), desk('1002', { do_not_disturb: true })],
      secrets: pins('1001', '1002'),
      ring_groups: [group()],
      ring_group_members: [make.aMember('g6000', 1, 'e1002'), make.aMember('g6000', 2, 'e1001')],
    },
  ],
  [
    'a group of an outside number that no route takes',
    {
      ring_groups: [group()],
      ring_group_members: [make.aMember('g6000', 1, '+442079460018'), make.aMember('g6000', 2, 'e1001')],
    },
  ],
  [
    'a group of an own number that leads back to it',
    {
      dids: [routed(), routed(OTHER, { destination_id: 'g6000' })],
      ring_groups: [group()],
      ring_group_members: [make.aMember('g6000', 1, OTHER), make.aMember('g6000', 2, 'e1001')],
    },
  ],
  [
    'a group without phones',
    {
      extensions: [desk(), desk('1002')],
      secrets: pins('1001', '1002'),
      ring_groups: [group()],
      ring_group_members: [make.aMember('g6000', 1, 'e1002')],
    },
  ],
  [
    'a group without phones but an outside number',
    {
      extensions: [desk(), desk('1002')],
      secrets: pins('1001', '1002'),
      ring_groups: [group()],
      ring_group_members: [make.aMember('g6000', 1, 'e1002'), make.aMember('g6000', 2, OTHER)],
    },
  ],
  [
    'a group of which one has a phone',
    {
      extensions: [desk(), desk('1002')],
      secrets: pins('1001', '1002'),
      ring_groups: [group()],
      ring_group_members: [make.aMember('g6000', 1, 'e1002'), make.aMember('g6000', 2, 'e1001')],
    },
  ],

  ['a queue without agents', { call_center_queues: [queue()] }],
  ['a queue that is off, without agents', { call_center_queues: [queue({ enabled: false })] }],
  ['a queue with nobody signed in', { call_center_queues: [queue()], ...agents('Logged Out', 'e1001') }],
  ['a queue with somebody on a break', { call_center_queues: [queue()], ...agents('On Break', 'e1001') }],
  [
    'a queue without phones',
    {
      extensions: [desk(), desk('1002')],
      secrets: pins('1001', '1002'),
      call_center_queues: [queue()],
      ...agents('Available', 'e1002'),
    },
  ],
  [
    'a queue of which one has a phone',
    {
      extensions: [desk(), desk('1002')],
      secrets: pins('1001', '1002'),
      call_center_queues: [queue()],
      ...agents('Available', 'e1002', 'e1001'),
    },
  ],
  [
    'a queue whose agent takes no calls',
    {
      extensions: [desk(), desk('1002', { do_not_disturb: true })],
      secrets: pins('1001', '1002'),
      call_center_queues: [queue()],
      ...agents('Available', 'e1002', 'e1001'),
    },
  ],
  [
    'a queue whose agents, logged out, take no calls',
    {
      extensions: [desk('1001', { do_not_disturb: true })],
      call_center_queues: [queue()],
      ...agents('Logged Out', 'e1001'),
    },
  ],
  [
    'a queue without end',
    { call_center_queues: [queue({ max_wait_time: 0 })], ...agents('Available', 'e1001') },
  ],
  [
    'a queue without end but a key',
    { call_center_queues: [queue({ max_wait_time: 0, exit_key: '*' })], ...agents('Available', 'e1001') },
  ],

  ['a menu without options', menus()],
  ['a menu whose option is off', menus({}, make.anOption('m7000', '1', 'e1001', { enabled: false }))],
  ['a menu without options in which extensions are dialed', menus({ direct_dial: true, digit_length: 4 })],
  [
    'a menu that awaits less than an option has',
    menus({}, make.anOption('m7000', '12', 'e1001'), make.anOption('m7000', '1', 'e1001')),
  ],
  [
    'a menu that awaits two digits and less than an option has',
    menus({ digit_length: 2 }, make.anOption('m7000', '123', 'e1001')),
  ],
  [
    'a menu whose option that is off is too long',
    menus(
      {},
      make.anOption('m7000', '12', 'e1001', { enabled: false }),
      make.anOption('m7000', '1', 'e1001'),
    ),
  ],
  [
    'a menu that awaits less than extensions have',
    menus({ direct_dial: true, digit_length: 3 }, make.anOption('m7000', '1', 'e1001')),
  ],
  [
    'a menu that awaits less than some extensions have',
    {
      ...menus({ direct_dial: true, digit_length: 3 }, make.anOption('m7000', '1', 'e1001')),
      extensions: [desk(), desk('102')],
      secrets: pins('1001', '102'),
    },
  ],
  [
    'a menu that awaits less than extensions have, which are not dialed',
    menus({ digit_length: 3 }, make.anOption('m7000', '1', 'e1001')),
  ],
  [
    'a menu without greeting and exit',
    { ivr_menus: [make.aMenu('7000')], ivr_menu_options: [make.anOption('m7000', '1', 'e1001')] },
  ],
  ['a menu that is off, without anything', { ivr_menus: [make.aMenu('7000', { enabled: false })] }],
  [
    'a menu that leads nowhere but to itself',
    menus(
      { exit_destination_id: null },
      make.anOption('m7000', '1', 'm7000'),
      make.anOption('m7000', '2', HANG_UP),
    ),
  ],

  ['hours without rules', { time_conditions: [make.aTimeCondition('5000')] }],
  [
    'hours without rules that go on',
    { time_conditions: [make.aTimeCondition('5000', { otherwise_destination_id: 'e1001' })] },
  ],
  [
    'hours with a rule',
    {
      time_conditions: [make.aTimeCondition('5000')],
      time_condition_rules: [make.aRule('t5000', 'e1001', { weekdays: [1] })],
    },
  ],
  [
    'hours with a rule that hangs up',
    {
      time_conditions: [make.aTimeCondition('5000')],
      time_condition_rules: [make.aRule('t5000', HANG_UP, { weekdays: [1] })],
    },
  ],
  [
    'hours with a rule that leads to nothing',
    {
      time_conditions: [make.aTimeCondition('5000')],
      time_condition_rules: [make.aRule('t5000', 'gone', { weekdays: [1] })],
    },
  ],
  [
    'hours that lead to nothing',
    { time_conditions: [make.aTimeCondition('5000', { otherwise_destination_id: 'gone' })] },
  ],
  ['hours that are off', { time_conditions: [make.aTimeCondition('5000', { enabled: false })] }],
  [
    'a flow whose states do the same',
    {
      call_flows: [make.aFlow('3000')],
      secrets: [...pins('1001'), { owner_table: 'call_flows', owner_id: 'f3000', field: 'pin' }],
    },
  ],

  ['a room that waits for nobody', { conference_rooms: [make.aRoom('3500', { waits_for_moderator: true })] }],
  [
    'a room that is off and waits for nobody',
    { conference_rooms: [make.aRoom('3500', { waits_for_moderator: true, enabled: false })] },
  ],
  ['a paging group without phones', { paging_groups: [make.aPagingGroup('4000')] }],
  [
    'a paging group that is off, without phones',
    { paging_groups: [make.aPagingGroup('4000', { enabled: false })] },
  ],
  [
    'a paging group',
    {
      paging_groups: [make.aPagingGroup('4000')],
      paging_group_members: [make.aPagedPhone('w4000', 1, 'e1001')],
    },
  ],

  [
    'a lot whose calls go to what is off',
    {
      park_lots: [make.aParkLot('5900', { timeout_destination_id: 'g6000' })],
      ring_groups: [group({ enabled: false })],
    },
  ],
  [
    'a lot that is off, whose calls go to what is off',
    {
      park_lots: [make.aParkLot('5900', { timeout_destination_id: 'g6000', enabled: false })],
      ring_groups: [group({ enabled: false })],
    },
  ],
  [
    'a flow that is off, to what is off',
    {
      call_flows: [
        make.aFlow('3000', {
          enabled: false,
          normal_destination_id: 'g6000',
          alternate_destination_id: 'e1001',
        }),
      ],
      ring_groups: [group({ enabled: false })],
    },
  ],
  [
    'a number to each kind that is off',
    {
      dids: ['f3000', 't5000', 'g6000', 'm7000', 'q8000', 'n3500', 'w4000', 'e1002'].map((id, at) =>
        routed(`+1207555010${at}`, { destination_id: id }),
      ),
      extensions: [desk(), desk('1002', { enabled: false })],
      call_flows: [make.aFlow('3000', { enabled: false })],
      time_conditions: [make.aTimeCondition('5000', { enabled: false })],
      ring_groups: [group({ enabled: false })],
      ivr_menus: [menu({ enabled: false })],
      call_center_queues: [queue({ enabled: false })],
      conference_rooms: [make.aRoom('3500', { enabled: false })],
      paging_groups: [make.aPagingGroup('4000', { enabled: false })],
    },
  ],
  [
    'a number to a mailbox that is off',
    {
      extensions: [desk(), desk('1002', { voicemail_enabled: false })],
      dids: [routed(NUMBER, { destination_id: voicemailOf('e1002') })],
    },
  ],
  [
    'a circle beside one that ends in it',
    {
      call_flows: [
        make.aFlow('3000', { normal_destination_id: 'f3001', alternate_destination_id: 'f3002' }),
        make.aFlow('3001', { normal_destination_id: 'f3000' }),
        make.aFlow('3002', { normal_destination_id: 'f3000', alternate_destination_id: 'f3002' }),
        make.aFlow('3003', { normal_destination_id: 'f3003' }),
      ],
      secrets: [
        ...pins('1001'),
        ...['f3000', 'f3001', 'f3002', 'f3003'].map((owner_id) => ({
          owner_table: 'call_flows',
          owner_id,
          field: 'pin',
        })),
      ],
    },
  ],
]

test('the problems of tenants with a single misconfiguration each match the approved ones', async () => {
  const told = TENANTS.map(([what, given]) =>
    [
      `## ${what}`,
      ...problems(tenant(given), TUESDAY).map(({ severity, kind, record, text, href, key, repair }) =>
        [
          `${severity} ${kind} of ${record.table} ${record.label}: ${text}`,
          `  ${key} at ${href}`,
          ...(repair ? [`  ${repair.label}: ${JSON.stringify({ ...repair, label: undefined })}`] : []),
        ].join('\n'),
      ),
    ].join('\n'),
  )
  await expect(`${told.join('\n\n')}\n`).toMatchFileSnapshot('./approved/problems-one-by-one.txt')
})
