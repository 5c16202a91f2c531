import { describe, expect, test } from 'vitest'
import { problems } from '@/lib/telephony/routing/problems'
import { type GivenSnapshot, HANG_UP } from '@/tests/support/factories/snapshot'
import {
  aBlockRule,
  aFeatureCode,
  aFlow,
  aFollower,
  aGateway,
  aMember,
  aMenu,
  anAddress,
  anAgent,
  anExtension,
  anOption,
  anOutsideDestination,
  aNumber,
  aQueue,
  aRecording,
  aRingGroup,
  aRoute,
  aRule,
  aTier,
  aTimeCondition,
} from '@/tests/support/factories/snapshot-rows'
import { NUMBER, TUESDAY } from './routing-helpers'
import { DID, found, SOUND, tenant, texts } from './sound-tenant'

test('a number that 911 calls send is reported if it leads to an extension out of service, or takes no voice calls', () => {
  const sent = (more = {}, did = {}): GivenSnapshot => ({
    extensions: [
      anExtension('1001', { emergency_did_id: DID, location: 'Floor 2' }),
      anExtension('1002', { emergency_did_id: DID, location: 'Floor 2', ...more }),
    ],
    dids: [aNumber(NUMBER, { destination_id: 'e1002', emergency: true, ...did })],
  })
  const told = (given: GivenSnapshot) =>
    found(given, 'emergency').filter(({ text }) => text.includes('cannot call back'))
  expect(told(sent())).toEqual([])
  for (const out of [{ suspended: true }, { enabled: false }])
    expect(told(sent(out))).toMatchObject([
      {
        text: 'Calls to (207) 555-0100 go nowhere, so the dispatcher cannot call back.',
        record: { id: DID, part: 'destination_id' },
      },
    ])
  expect(told(sent({}, { voice: false, fax: true }))).toMatchObject([
    {
      text: '(207) 555-0100 takes no voice calls, so the dispatcher cannot call back.',
      record: { id: DID, part: 'voice' },
    },
  ])
})

test('feature codes that are another code with one of the tenant’s numbers after them are reported', () => {
  const given = {
    extensions: [anExtension('1001'), anExtension('11')],
    ring_groups: [aRingGroup('6000')],
    call_flows: [aFlow('3000', { feature_code: '*46000' })],
    feature_codes: [
      aFeatureCode('call_forward', '*4'),
      aFeatureCode('directed_pickup', '*41'),
      aFeatureCode('company_directory', '*411'),
    ],
  }
  expect(texts(given, 'code-ambiguous').sort()).toEqual([
    'warning: *41001 is feature code *41 directed pickup, so *4 call forward cannot be followed by 1001.',
    'warning: *411 is feature code *411 company directory, so *4 call forward cannot be followed by 11.',
    'warning: *46000 is call flow 3000 Flow 3000, so *4 call forward cannot be followed by 6000.',
  ])
  const usual = [aFeatureCode('call_forward', '*72'), aFeatureCode('company_directory', '*411')]
  expect(texts({ ...given, feature_codes: usual }, 'code-ambiguous')).toEqual([])
})

describe('ring groups and queues', () => {
  test('that nobody can answer are errors, and members that never ring are reported', () => {
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

  test('without agents, without logged-in agents, or without a wait limit are reported', () => {
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

  test('with an agent whose extension takes no calls are reported', () => {
    const given = {
      extensions: [anExtension('1001', { do_not_disturb: true })],
      call_center_queues: [aQueue('8000')],
      call_center_agents: [anAgent('e1001')],
      call_center_tiers: [aTier('q8000', 'a-e1001')],
    }
    expect(texts(given, 'queue-agent-unreachable')).toEqual([
      'warning: Agent e1001 is signed in, but 1001 Desk 1001 takes no calls.',
    ])
  })

  test('with an agent whose extension forwards its calls, which a queue does not follow, are noted', () => {
    const given = (status: string, forward_all_destination_id: string | null = 'e1002') => ({
      extensions: [
        anExtension('1001', { forward_all_enabled: true, forward_all_destination_id }),
        anExtension('1002'),
      ],
      call_center_queues: [aQueue('8000')],
      call_center_agents: [anAgent('e1001', { status })],
      call_center_tiers: [aTier('q8000', 'a-e1001')],
    })
    expect(texts(given('Available'), 'queue-agent-forwards')).toEqual([
      'notice: Agent e1001 is signed in, and queues ring 1001 Desk 1001, although it forwards all its calls.',
    ])
    expect(texts(given('Logged Out'), 'queue-agent-forwards')).toEqual([])
    expect(texts(given('Available', null), 'queue-agent-forwards')).toEqual([])
  })
})

describe('office hours', () => {
  const away = (away_until: string) => ({
    recordings: [aRecording('hello')],
    extensions: [anExtension('1001', { away_greeting_recording_id: 'r-hello', away_until })],
  })
  const given = (enabled: boolean) => ({
    recordings: [aRecording('hello')],
    extensions: [
      anExtension('1001', { greeting_time_condition_id: 't5000', closed_greeting_recording_id: 'r-hello' }),
    ],
    time_conditions: [aTimeCondition('5000', { enabled })],
    call_center_queues: [aQueue('8000')],
    call_center_agents: [anAgent('e1001', { status: 'Logged Out', time_condition_id: 't5000' })],
    call_center_tiers: [aTier('q8000', 'a-e1001')],
  })

  test('that are disabled but used by a greeting are reported, as is an expired away greeting', () => {
    expect(texts(away('2026-03-01'), 'greeting-over')).toEqual([
      'notice: The away greeting of 1001 Desk 1001 ended on Mar 1, 2026.',
    ])
    expect(texts(given(false), 'hours-off')).toEqual([
      'warning: 5000 Hours 5000 is disabled, so the voicemail of 1001 Desk 1001 never says that it is closed.',
    ])
    expect(found(given(true), 'hours-off')).toEqual([])
    expect(found(away('2026-03-02'), 'greeting-over')).toHaveLength(1)
    expect(found(away('2026-03-03'), 'greeting-over')).toEqual([])
  })

  test('that sign agents in are not reported for being closed', () => {
    expect(found(given(true), 'queue-nobody-logged-in')).toEqual([])
    expect(found(given(false), 'queue-nobody-logged-in')).toHaveLength(1)
  })
})

describe('IVR menus', () => {
  test('without a greeting, options or an exit are reported', () => {
    const kinds = problems(tenant({ ivr_menus: [aMenu('7000')] }), TUESDAY).map(({ kind }) => kind)
    expect(kinds).toEqual(['menu-without-options', 'menu-without-exit', 'menu-without-greeting'])
  })

  test('that lead only to each other or to a hangup are reported', () => {
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

  test('in which no extension can be dialed are reported', () => {
    const given = {
      recordings: [aRecording('hello')],
      ivr_menus: [
        aMenu('7000', {
          greet_long_recording_id: 'r-hello',
          exit_destination_id: 'e1001',
          direct_dial: true,
        }),
      ],
      ivr_menu_options: [anOption('m7000', '1', 'e1001')],
    }
    expect(found(given, 'direct-dial-too-short')).toHaveLength(1)
  })
})

describe('time conditions and call flows', () => {
  const condition = (...rules: Parameters<typeof aRule>[2][]) => ({
    time_conditions: [aTimeCondition('5000')],
    time_condition_rules: rules.map((rule, position) => aRule('t5000', 'e1001', { position, ...rule })),
  })

  test('with rules that never apply are reported', () => {
    expect(
      texts(condition({ name: 'All' }, { name: 'Office', weekdays: [1] }), 'rule-never-applies'),
    ).toEqual(['warning: Office of 5000 Hours 5000: Never applies: All above it decides first.'])
  })

  test('with a closure placed below opening hours are reported', () => {
    const given = condition(
      { name: 'Office', weekdays: [1, 2, 3, 4, 5], time_ranges: [[540, 1020]] },
      { name: 'Holidays', state: 'closed', holidays: ['thanksgiving'] },
    )
    expect(texts(given, 'rule-overruled')).toEqual([
      'warning: Holidays of 5000 Hours 5000: Office above it stays open on Nov 26, 2026, 9:00 AM–5:00 PM. To close then, move this closure up.',
    ])
    expect(found(given, 'rule-never-applies')).toEqual([])
  })

  test('that hang up outside their rules have uncovered hours, unless a rule hangs up on purpose', () => {
    expect(texts(condition({ weekdays: [1] }), 'uncovered-hours')).toEqual([
      'warning: Outside its rules, 5000 Hours 5000 hangs up on callers.',
    ])
    expect(
      found(condition({ weekdays: [1] }, { destination_id: HANG_UP, weekdays: [0] }), 'uncovered-hours'),
    ).toEqual([])
  })

  test('with the same destination in both states are reported', () => {
    expect(found({ call_flows: [aFlow('3000')] }, 'flow-same-destination')).toHaveLength(1)
  })
})

describe('extensions', () => {
  const extension = (given: Parameters<typeof anExtension>[1]) => ({
    extensions: [anExtension('1001', { emergency_did_id: DID, location: 'Floor 2', ...given })],
  })

  test('without a phone or a voicemail PIN are reported', () => {
    expect(found({ device_lines: [] }, 'extension-without-phone')).toHaveLength(1)
    expect(found({ secrets: [] }, 'voicemail-without-pin')).toHaveLength(1)
  })

  test('whose messages are kept although that is off, because no email carries them, are noted', () => {
    const kept = (given: Parameters<typeof anExtension>[1]) =>
      found(extension({ voicemail_keep: false, ...given }), 'message-kept')
    expect(kept({})).toMatchObject([
      {
        severity: 'notice',
        text: 'Messages for 1001 Desk 1001 are kept, although that is off: no email carries their recordings.',
        repair: { set: { voicemail_keep: true } },
      },
    ])
    expect(kept({ voicemail_email: 'pat@acme.test', voicemail_attach: false })).toHaveLength(1)
    expect(kept({ voicemail_email: 'pat@acme.test' })).toEqual([])
    expect(kept({ voicemail_enabled: false })).toEqual([])
  })

  test('that forward calls to where they themselves may not call are reported, if nobody else is kept from it', () => {
    const outside = anOutsideDestination('+442079460018')
    const always = { forward_all_enabled: true, forward_all_destination_id: outside.id }
    const busy = { forward_busy_enabled: true, forward_busy_destination_id: outside.id }
    const forwarding = (given: object, more: GivenSnapshot = {}) => ({
      ...extension({ toll_class: 'national', ...given }),
      destinations: [outside],
      outbound_routes: [aRoute('emergency'), aRoute('national'), aRoute('international')],
      ...more,
    })
    const refused =
      'The extension may not make international calls, so Route international does not take +442079460018.'
    expect(texts(forwarding(always), 'leads-nowhere')).toEqual([
      `error: Calls that 1001 Desk 1001 forwards are refused: ${refused}`,
    ])
    expect(texts(forwarding(busy), 'leads-nowhere')).toEqual([
      `error: Calls that 1001 Desk 1001 forwards when it is busy are refused: ${refused}`,
    ])
    expect(found(forwarding({ ...busy, toll_class: 'international' }), 'leads-nowhere')).toEqual([])
    expect(found(forwarding({ ...always, forward_all_enabled: false }), 'leads-nowhere')).toEqual([])
    const rule = aBlockRule(outside.number, { direction: 'outbound', extension_id: 'e1001' })
    expect(
      texts(
        forwarding({ ...always, toll_class: 'international' }, { call_block_rules: [rule] }),
        'leads-nowhere',
      ),
    ).toHaveLength(1)
    // Nobody reaches it, as the route to it says.
    expect(texts(forwarding(always, { outbound_routes: [aRoute('emergency')] }), 'leads-nowhere')).toEqual([
      expect.stringMatching(/^error: The extension .* leads nowhere: No outbound route takes/),
    ])
  })

  test('whose follow me rings nobody are reported', () => {
    expect(found(extension({ follow_me_enabled: true }), 'follow-me-empty')).toHaveLength(1)
    const given = {
      ...extension({ follow_me_enabled: true }),
      extension_follow_me: [aFollower('e1001', 1, HANG_UP)],
    }
    expect(found(given, 'follow-me-target')).toHaveLength(1)
  })

  test('without a caller ID are counted if the tenant has none either', () => {
    expect(
      texts({ settings: { emergency_notification_emails: ['desk@acme.test'] } }, 'caller-id-missing'),
    ).toEqual([
      'warning: 1 extension has no caller ID for outside calls, and the tenant has no default: such calls are anonymous.',
    ])
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

  test('for expensive calls need a PIN and a limit', () => {
    expect(texts(costly(), 'toll-fraud')).toEqual([
      'error: Route international is open to toll fraud: it makes international calls without a PIN or a limit of calls.',
    ])
    expect(found(costly({ concurrent_limit: 2 }), 'toll-fraud')[0]?.severity).toBe('warning')
    expect(found(costly({ concurrent_limit: 2 }, true), 'toll-fraud')).toEqual([])
    expect(found(costly({ enabled: false }), 'toll-fraud')).toEqual([])
  })

  test('whose pattern matches calls above their toll class are errors', () => {
    const route = aRoute('pattern', { pattern: '^011[0-9]+$', toll_class: 'local' })
    expect(found({ outbound_routes: [aRoute('emergency'), route] }, 'toll-class-too-low')).toHaveLength(1)
  })

  test.each([
    ['^9[0-9]+$', { strip_digits: 1 }, 'international'],
    ['^9[2-9][0-9]{9}$', { strip_digits: 1 }, 'premium'],
    ['^9[2-9][0-9]{9}$', { strip_digits: 1, prefix: '1' }, 'premium'],
    ['^9[2-9][0-9]{9}$', { strip_digits: 1, prefix: '+1' }, 'premium'],
    ['^9[2-9][0-9]{10,}$', { strip_digits: 1, prefix: '+' }, 'international'],
    ['^99011[0-9]+$', { strip_digits: 2 }, 'international'],
    ['^44[0-9]+$', { prefix: '011' }, 'international'],
  ])(
    'whose pattern %s matches such calls behind digits that they take off are errors',
    (pattern, changes, taken) => {
      const route = aRoute('pattern', { pattern, toll_class: 'national', ...changes })
      expect(texts({ outbound_routes: [aRoute('emergency'), route] }, 'toll-class-too-low')).toEqual([
        `error: Route pattern takes ${taken} numbers, but phones with national calls may use it.`,
      ])
    },
  )

  test('whose pattern takes digits off other calls are none', () => {
    const route = aRoute('pattern', { pattern: '^9[0-9]{7}$', strip_digits: 1, toll_class: 'local' })
    expect(texts({ outbound_routes: [aRoute('emergency'), route] }, 'toll-class-too-low')).toEqual([])
  })

  test('that make emergency numbers of internal ones in service are reported with these', () => {
    const nines = aRoute('pattern', { pattern: '^9[0-9]+$', strip_digits: 1, toll_class: 'international' })
    const hidden = (more = {}, routes = [aRoute('emergency'), nines]) =>
      texts(
        {
          extensions: [anExtension('9911', more), anExtension('9912')],
          ring_groups: [aRingGroup('9933', { enabled: false })],
          outbound_routes: routes,
        },
        'emergency-hidden',
      )
    expect(hidden()).toEqual([
      'warning: Whoever dials 9911 reaches 9911 Desk 9911, not 911, which a route makes of it.',
    ])
    expect(hidden({ enabled: false })).toEqual([])
    expect(hidden({}, [aRoute('emergency'), { ...nines, enabled: false }])).toEqual([])
  })

  test('that never take a call are reported', () => {
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
  test('reports the problems of the readiness check', () => {
    const given = { outbound_routes: [], settings: { outbound_did_id: DID } }
    expect(texts(given, 'emergency')).toEqual([
      'error: No enabled outbound route takes 911 without a prefix.',
      'error: No emergency notification email is set.',
    ])
  })

  test('reports a number that arrives by another gateway than 911 leaves by', () => {
    const given = (gateway_id: string | null) => ({
      extensions: [anExtension('1001', { location: 'Lobby', emergency_did_id: DID })],
      dids: [aNumber(NUMBER, { id: DID, e911_state: 'confirmed', gateway_id, emergency: true })],
      outbound_routes: [aRoute('emergency')],
      gateways: [aGateway('carrier-a'), aGateway('carrier-b')],
    })
    const text =
      'notice: (207) 555-0100 arrives by carrier-b, but 911 leaves by carrier-a. Make sure that its 911 address is registered there.'
    expect(texts(given('carrier-b'), 'emergency')).toContain(text)
    for (const gateway of ['carrier-a', null])
      expect(texts(given(gateway), 'emergency').join()).not.toContain('arrives by')
  })

  test('reports an address in another country than the tenant’s', () => {
    const addresses = [anAddress('Office', { country: 'CA' })]
    expect(found({ emergency_addresses: addresses }, 'address-country')).toHaveLength(1)
  })
})
