import { describe, expect, test } from 'vitest'
import { problems } from '@/lib/telephony/routing/problems'
import type { ProblemKind } from '@/lib/telephony/routing/problems/problem'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { type GivenSnapshot, HANG_UP, snapshotOf } from '@/tests/support/factories/snapshot'
import {
  aBlockRule,
  aCondition,
  aDevice,
  aFlow,
  aFollower,
  aLine,
  aMember,
  aMenu,
  aNumber,
  anAddress,
  anAgent,
  anExtension,
  anOption,
  anOutsideDestination,
  aQueue,
  aRecording,
  aRingGroup,
  aRoute,
  aRule,
  aTier,
  aTimeCondition,
} from '@/tests/support/factories/snapshot-rows'
import { NUMBER, TUESDAY } from './asking'

const DID = `d${NUMBER}`

/** A tenant with nothing to mend: one extension with a phone, a number registered for 911, and routes. */
const SOUND: GivenSnapshot = {
  settings: { emergency_notification_emails: ['desk@acme.test'], outbound_did_id: DID },
  secrets: [{ owner_table: 'extensions', owner_id: 'e1001', field: 'voicemail_pin' }],
  extensions: [anExtension('1001', { emergency_did_id: DID, location: 'Floor 2' })],
  devices: [aDevice('lobby', { location: 'Lobby' })],
  device_lines: [aLine('phone-lobby', 'e1001')],
  emergency_addresses: [anAddress('Office')],
  dids: [
    aNumber(NUMBER, {
      destination_id: 'e1001',
      e911_state: 'confirmed',
      emergency_address_id: 'address-Office',
    }),
  ],
  outbound_routes: [aRoute('emergency'), aRoute('national', { position: 110 })],
}
const tenant = (given: GivenSnapshot = {}): TenantSnapshot => snapshotOf({ ...SOUND, ...given })
const found = (given: GivenSnapshot, kind: ProblemKind) =>
  problems(tenant(given), TUESDAY).filter((problem) => problem.kind === kind)
const texts = (given: GivenSnapshot, kind: ProblemKind) =>
  found(given, kind).map(({ severity, text }) => `${severity}: ${text}`)

test('a tenant in order has no problems', () => {
  expect(problems(tenant(), TUESDAY)).toEqual([])
})

test('a problem says where to mend it, and is known again by its key', () => {
  const [problem] = found({ ring_groups: [aRingGroup('6000')] }, 'group-has-nobody')
  expect(problem).toMatchObject({
    severity: 'error',
    href: '/app/tenants/tenant/ring-groups?record=g6000',
    key: 'group-has-nobody ring_groups g6000',
  })
})

describe('routes', () => {
  test('to what is disabled, gone or off lead nowhere', () => {
    expect(
      texts(
        {
          dids: [
            aNumber(NUMBER, { destination_id: 'g6000' }),
            aNumber('+12075550101', { destination_id: 'gone' }),
          ],
          ring_groups: [aRingGroup('6000', { enabled: false })],
        },
        'leads-nowhere',
      ).sort(),
    ).toEqual([
      'error: The number (207) 555-0100 leads nowhere: Ring group 6000 Group 6000 is disabled.',
      'error: The number (207) 555-0101 leads nowhere: The destination no longer exists.',
    ])
  })

  test('that are taken at other moments are warnings', () => {
    const given = {
      time_conditions: [aTimeCondition('5000', { otherwise_destination_id: 'e1001' })],
      time_condition_rules: [aRule('t5000', 'g6000', { weekdays: [0] })],
      ring_groups: [aRingGroup('6000', { enabled: false })],
    }
    expect(found(given, 'leads-nowhere').map(({ severity }) => severity)).toEqual(['warning'])
  })

  test('to an outside number that no outbound route takes lead nowhere', () => {
    const outside = anOutsideDestination('+442079460018')
    expect(
      texts(
        { destinations: [outside], dids: [aNumber(NUMBER, { destination_id: outside.id })] },
        'leads-nowhere',
      ),
    ).toEqual(['error: The number (207) 555-0100 leads nowhere: No outbound route takes +442079460018.'])
  })

  test('that were set by hand cannot be checked', () => {
    const byHand = {
      id: 'hand',
      kind: 'unknown',
      record_id: null,
      number: 'lua:own.lua',
      name: '',
      enabled: true,
    }
    expect(
      texts({ destinations: [byHand], dids: [aNumber(NUMBER, { destination_id: 'hand' })] }, 'set-by-hand'),
    ).toEqual([
      'notice: The number (207) 555-0100 leads to “lua:own.lua”, which was set by hand and cannot be checked.',
    ])
  })

  test('that go in a circle are found, once, and are warnings where the circle is not closed now', () => {
    const circle = (state: string) =>
      found(
        {
          call_flows: [
            aFlow('3000', { state, normal_destination_id: 't5000', alternate_destination_id: HANG_UP }),
          ],
          time_conditions: [aTimeCondition('5000', { otherwise_destination_id: 'f3000' })],
        },
        'loop',
      ).map(({ severity, text }) => [severity, text])
    const names = 'the call flow 3000 Flow 3000 and the time condition 5000 Hours 5000'
    expect(circle('normal')).toEqual([
      ['error', `A call that nobody answers goes in a circle: ${names}. It is cut off when it comes back.`],
    ])
    expect(circle('alternate')).toEqual([
      ['warning', `At some moments a call would go in a circle: ${names}. It is cut off when it comes back.`],
    ])
  })

  test('back to a menu by a key are no circle', () => {
    const given = {
      ivr_menus: [aMenu('7000', { exit_destination_id: 'e1001' })],
      ivr_menu_options: [anOption('m7000', '*', 'm7000')],
    }
    expect(found(given, 'loop')).toEqual([])
  })
})

describe('numbers', () => {
  test('without a route, in transit, or with an override that is over are named', () => {
    const given = {
      dids: [
        aNumber(NUMBER, { override_destination_id: 'e1001', override_until: '2026-03-01T00:00:00Z' }),
        aNumber('+12075550101', { status: 'porting_out', carrier: 'Bandwidth', destination_id: 'e1001' }),
        aNumber('+12075550102', { enabled: false }),
      ],
    }
    expect(texts(given, 'number-unrouted')).toEqual([
      'error: Calls to (207) 555-0100 are refused: it has no route.',
    ])
    expect(found(given, 'override-over')).toHaveLength(1)
    expect(texts(given, 'number-in-transit')).toEqual([
      'notice: (207) 555-0101 is porting out (Bandwidth): calls may not come in here.',
    ])
  })

  test('of a suspended tenant are counted', () => {
    expect(
      texts(
        {
          tenant: { status: 'suspended', suspended_at: '2026-02-01T00:00:00Z', suspension_reason: 'Unpaid' },
        },
        'tenant-suspended',
      ),
    ).toEqual([
      'notice: The tenant is suspended since 2026-02-01 (Unpaid), and its number still takes calls.',
    ])
  })

  test('with a condition that an earlier one covers are named', () => {
    const given = {
      did_conditions: [
        aCondition(DID, { position: 1, match: 'prefix', caller: '+1207', destination_id: 'e1001' }),
        aCondition(DID, { position: 2, match: 'exact', caller: '+12075550199', destination_id: 'e1001' }),
        aCondition(DID, { position: 3, match: 'exact', caller: '+13035550100', destination_id: 'e1001' }),
      ],
    }
    expect(texts(given, 'condition-never-applies')).toEqual([
      'warning: The condition for (207) 555-0199 on (207) 555-0100 never applies: the one for +1207 above it takes these callers.',
    ])
  })

  test('blocked by a rule that has expired are told of', () => {
    const rules = [aBlockRule('+12075550199', { expires_at: '2026-03-01T00:00:00Z' })]
    expect(found({ call_block_rules: rules }, 'block-rule-expired')).toHaveLength(1)
  })
})

describe('groups and queues', () => {
  test('that nobody answers are errors, members that do not ring are named', () => {
    const given = {
      ring_groups: [
        aRingGroup('6000', { strategy: 'sequence', call_timeout: 20, timeout_destination_id: 'e1001' }),
      ],
      ring_group_members: [
        aMember('g6000', 1, 'e1001', { timeout: 20 }),
        aMember('g6000', 2, '+12075550199', { timeout: 20 }),
      ],
    }
    expect(texts(given, 'group-member-silent')).toEqual([
      'warning: In 6000 Group 6000, (207) 555-0199 does not ring: the group gives up before its turn.',
    ])
    expect(found(given, 'group-has-nobody')).toEqual([])
    expect(found({ ...given, ring_group_members: [] }, 'group-has-nobody')).toHaveLength(1)
  })

  test('that hang up when nobody answers are warnings', () => {
    const given = { ring_groups: [aRingGroup('6000')], ring_group_members: [aMember('g6000', 1, 'e1001')] }
    expect(found(given, 'group-without-timeout')).toHaveLength(1)
    expect(found(given, 'group-has-nobody')).toEqual([])
  })

  test('without agents, without anyone logged in, or without end are named', () => {
    const queue = (status?: string) => ({
      call_center_queues: [aQueue('8000')],
      call_center_agents: status ? [anAgent('e1001', { status })] : [],
      call_center_tiers: status ? [aTier('q8000', 'a-e1001')] : [],
    })
    expect(found(queue(), 'queue-has-nobody')).toHaveLength(1)
    expect(found(queue('Logged Out'), 'queue-nobody-logged-in')).toHaveLength(1)
    expect(found(queue('Available'), 'queue-nobody-logged-in')).toEqual([])
    expect(found(queue('Available'), 'queue-without-end')).toHaveLength(1)
  })

  test('with an agent whose extension takes no calls are named', () => {
    const given = {
      extensions: [anExtension('1001', { do_not_disturb: true })],
      call_center_queues: [aQueue('8000')],
      call_center_agents: [anAgent('e1001')],
      call_center_tiers: [aTier('q8000', 'a-e1001')],
    }
    expect(texts(given, 'queue-agent-unreachable')).toEqual([
      'warning: Agent e1001 is logged in, but 1001 Desk 1001 takes no calls.',
    ])
  })
})

describe('menus', () => {
  test('without greeting, options or exit are named', () => {
    const kinds = problems(tenant({ ivr_menus: [aMenu('7000')] }), TUESDAY).map(({ kind }) => kind)
    expect(kinds).toEqual(['menu-without-options', 'menu-without-exit', 'menu-without-greeting'])
  })

  test('that lead to nothing but each other and the end are named', () => {
    const menus = (target: string) => ({
      ivr_menus: [aMenu('7000'), aMenu('7001')],
      ivr_menu_options: [
        anOption('m7000', '1', 'm7001'),
        anOption('m7001', '1', target),
        anOption('m7001', '*', 'm7000'),
      ],
    })
    expect(texts(menus(HANG_UP), 'menu-without-way-out')).toEqual([
      'error: Whatever callers press in 7000 Menu 7000, they reach nobody.',
      'error: Whatever callers press in 7001 Menu 7001, they reach nobody.',
    ])
    expect(found(menus('e1001'), 'menu-without-way-out')).toEqual([])
  })

  test('with options or extensions that cannot be dialed are named', () => {
    const given = {
      recordings: [aRecording('hello')],
      ivr_menus: [
        aMenu('7000', {
          greet_long_recording_id: 'r-hello',
          exit_destination_id: 'e1001',
          direct_dial: true,
        }),
      ],
      ivr_menu_options: [anOption('m7000', '12', 'e1001')],
    }
    expect(found(given, 'menu-option-too-long')).toHaveLength(1)
    expect(found(given, 'direct-dial-too-short')).toHaveLength(1)
  })
})

describe('time conditions and call flows', () => {
  const condition = (...rules: Parameters<typeof aRule>[2][]) => ({
    time_conditions: [aTimeCondition('5000')],
    time_condition_rules: rules.map((rule, position) => aRule('t5000', 'e1001', { position, ...rule })),
  })

  test('with rules that never apply are named', () => {
    expect(
      texts(condition({ name: 'All' }, { name: 'Office', weekdays: [1] }), 'rule-never-applies'),
    ).toEqual(['warning: Office of 5000 Hours 5000: Never applies: All above it decides first.'])
  })

  test('with a closure below opening hours that it does not close are named', () => {
    const given = condition(
      { name: 'Office', weekdays: [1, 2, 3, 4, 5], time_ranges: [[540, 1020]] },
      { name: 'Holidays', state: 'closed', holidays: ['thanksgiving'] },
    )
    expect(texts(given, 'rule-overruled')).toEqual([
      'warning: Holidays of 5000 Hours 5000: Office above it stays open on Nov 26, 2026, 9:00 AM–5:00 PM. To close then, move this closure up.',
    ])
    expect(found(given, 'rule-never-applies')).toEqual([])
  })

  test('that hang up outside their rules leave hours uncovered, unless a rule does so on purpose', () => {
    expect(texts(condition({ weekdays: [1] }), 'uncovered-hours')).toEqual([
      'warning: Outside its rules, 5000 Hours 5000 hangs up on callers.',
    ])
    expect(
      found(condition({ weekdays: [1] }, { destination_id: HANG_UP, weekdays: [0] }), 'uncovered-hours'),
    ).toEqual([])
  })

  test('whose states do the same are named', () => {
    expect(found({ call_flows: [aFlow('3000')] }, 'flow-same-destination')).toHaveLength(1)
  })
})

describe('extensions', () => {
  const extension = (given: Parameters<typeof anExtension>[1]) => ({
    extensions: [anExtension('1001', { emergency_did_id: DID, location: 'Floor 2', ...given })],
  })

  test('without a phone or a voicemail PIN are named', () => {
    expect(found({ device_lines: [] }, 'extension-without-phone')).toHaveLength(1)
    expect(found({ secrets: [] }, 'voicemail-without-pin')).toHaveLength(1)
  })

  test('whose messages are lost are errors', () => {
    expect(found(extension({ voicemail_keep: false }), 'message-lost')).toHaveLength(1)
    expect(
      found(extension({ voicemail_keep: false, voicemail_email: 'pat@acme.test' }), 'message-lost'),
    ).toEqual([])
  })

  test('with follow me that rings nobody are named', () => {
    expect(found(extension({ follow_me_enabled: true }), 'follow-me-empty')).toHaveLength(1)
    const given = {
      ...extension({ follow_me_enabled: true }),
      extension_follow_me: [aFollower('e1001', 1, HANG_UP)],
    }
    expect(found(given, 'follow-me-target')).toHaveLength(1)
  })

  test('without a caller ID are counted when the tenant has none either', () => {
    expect(
      texts({ settings: { emergency_notification_emails: ['desk@acme.test'] } }, 'caller-id-missing'),
    ).toEqual(['warning: 1 extension has no caller ID for outside calls, and the tenant has no default.'])
    const off = {
      dids: [
        aNumber(NUMBER, { enabled: false, e911_state: 'confirmed', emergency_address_id: 'address-Office' }),
      ],
    }
    expect(found(off, 'caller-id-off')).toHaveLength(1)
  })
})

describe('outbound routes', () => {
  const costly = (given = {}, pin = false) => ({
    outbound_routes: [aRoute('emergency'), aRoute('international', given)],
    secrets: [
      ...(SOUND.secrets ?? []),
      ...(pin ? [{ owner_table: 'outbound_routes', owner_id: 'o-international', field: 'pin' }] : []),
    ],
  })

  test('for costly calls need a PIN and a limit', () => {
    expect(texts(costly(), 'toll-fraud')).toEqual([
      'error: Route international is open to toll fraud: it makes international calls without a PIN or a limit of calls.',
    ])
    expect(found(costly({ concurrent_limit: 2 }), 'toll-fraud')[0]?.severity).toBe('warning')
    expect(found(costly({ concurrent_limit: 2 }, true), 'toll-fraud')).toEqual([])
    expect(found(costly({ enabled: false }), 'toll-fraud')).toEqual([])
  })

  test('whose pattern takes dearer numbers than their class are errors', () => {
    const route = aRoute('pattern', { pattern: '^011[0-9]+$', toll_class: 'local' })
    expect(found({ outbound_routes: [aRoute('emergency'), route] }, 'toll-class-too-low')).toHaveLength(1)
  })

  test('that never take a call are named', () => {
    const routes = [
      aRoute('emergency'),
      aRoute('national'),
      aRoute('national', { id: 'again', name: 'Second', position: 200 }),
    ]
    expect(texts({ outbound_routes: routes }, 'route-never-taken')).toEqual([
      'warning: Second never takes a call: Route national above it takes its numbers.',
    ])
    expect(
      found(
        { outbound_routes: [aRoute('emergency'), aRoute('premium', { concurrent_limit: 1 })] },
        'route-never-taken',
      ),
    ).toHaveLength(1)
  })
})

describe('911', () => {
  test('problems are those of the readiness check', () => {
    const given = { outbound_routes: [], settings: { outbound_did_id: DID } }
    expect(texts(given, 'emergency')).toEqual([
      'error: No enabled outbound route takes 911 without a prefix.',
      'error: No emergency notification email is set.',
    ])
  })

  test('an address in another country than the tenant is named', () => {
    const addresses = [anAddress('Office', { country: 'CA' })]
    expect(found({ emergency_addresses: addresses }, 'address-country')).toHaveLength(1)
  })
})
