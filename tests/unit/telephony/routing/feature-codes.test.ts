import { describe, expect, test } from 'vitest'
import type { GivenSnapshot } from '@/tests/support/factories/snapshot'
import {
  aBlockRule,
  aFeatureCode,
  aFlow,
  aFollower,
  aMember,
  anAgent,
  anExtension,
  aPagingGroup,
  aParkLot,
  aRecording,
  aRingGroup,
  aRoute,
} from '@/tests/support/factories/snapshot-rows'
import { phone, tenant } from './dialing-tenant'
import { ask, dialing, endOf, walk } from './routing-helpers'

describe('a feature code', () => {
  const features: GivenSnapshot = {
    feature_codes: [
      aFeatureCode('check_voicemail', '*98'),
      aFeatureCode('company_directory', '*411'),
      aFeatureCode('record', '*732'),
      aFeatureCode('call_forward', '*72'),
      aFeatureCode('do_not_disturb', '*78'),
      aFeatureCode('follow_me', '*21', { enabled: false }),
      aFeatureCode('group_pickup', '*8'),
      aFeatureCode('directed_pickup', '**'),
      aFeatureCode('park', '*59'),
      aFeatureCode('agent_sign_in', '*22'),
      aFeatureCode('agent_break', '*23'),
      aFeatureCode('own_voicemail', '*97'),
    ],
    ring_groups: [aRingGroup('6000')],
    ring_group_members: [aMember('g6000', 1, 'e1001')],
    recordings: [aRecording('night')],
    call_flows: [aFlow('3000', { feature_code: '*31', alternate_recording_id: 'r-night' })],
    park_lots: [aParkLot('5950'), aParkLot('5900', { timeout: 60, hold_music_recording_id: 'r-night' })],
    secrets: [{ owner_table: 'call_flows', owner_id: 'f3000', field: 'pin' }],
  }
  const feature = (digits: string, extension = {}) =>
    ask(tenant(features, extension), 'feature', dialing(digits), phone).feature

  test.each([
    ['*98', { does: 'mailbox', extensionId: null }],
    ['*97', { does: 'mailbox', extensionId: 'e1001' }],
    ['**1002', { does: 'pick up', ringing: ['e1002'], records: false }],
    [
      '*59',
      {
        does: 'park',
        lot: '5900',
        place: null,
        places: ['5901', '5910'],
        timeout: 60,
        holdMusicId: 'r-night',
        records: null,
      },
    ],
    ['*732', { does: 'record a greeting' }],
    ['*721002', { does: 'forward', extensionId: 'e1001', to: '1002', enabled: true }],
    ['*722075550188', { does: 'forward', extensionId: 'e1001', to: '+12075550188', enabled: true }],
    ['*78', { does: 'do not disturb', extensionId: 'e1001', enabled: true }],
    ['*8', { does: 'pick up', ringing: ['g6000'], records: false }],
    ['*31', { does: 'switch a flow', flowId: 'f3000', to: 'alternate', soundId: 'r-night', asksPin: true }],
  ])('%s does what it says', (digits, expected) => {
    expect(feature(digits)).toEqual(expected)
  })

  test('signs in the extension’s agents if all are logged out, else signs them out', () => {
    const signing = (...statuses: string[]) => {
      const agents = statuses.map((status, n) => anAgent('e1001', { id: `agent-${n}`, status }))
      return ask(tenant({ ...features, call_center_agents: agents }), 'feature', dialing('*22'), phone)
        .feature
    }
    expect(signing('Logged Out', 'Logged Out')).toMatchObject({ does: 'sign in', enabled: true })
    expect(signing('Logged Out', 'Available')).toMatchObject({ enabled: false })
    expect(ask(tenant(features), 'refuse', dialing('*22'), phone).reason.why).toBe('feature off')
  })

  test('puts the extension’s signed-in agents on break, and takes them off if all are', () => {
    const resting = (...statuses: string[]) => {
      const agents = statuses.map((status, n) => anAgent('e1001', { id: `agent-${n}`, status }))
      return ask(tenant({ ...features, call_center_agents: agents }), 'feature', dialing('*23'), phone)
        .feature
    }
    expect(resting('Available', 'Logged Out')).toEqual({
      does: 'break',
      agentIds: ['agent-0'],
      enabled: true,
    })
    expect(resting('On Break', 'Available')).toMatchObject({
      agentIds: ['agent-0', 'agent-1'],
      enabled: true,
    })
    expect(resting('On Break', 'Logged Out')).toMatchObject({ agentIds: ['agent-0'], enabled: false })
  })

  test('for a break is refused while none of the extension’s agents is signed in', () => {
    const agents = { ...features, call_center_agents: [anAgent('e1001', { status: 'Logged Out' })] }
    for (const given of [agents, features])
      expect(ask(tenant(given), 'refuse', dialing('*23'), phone).reason.why).toBe('feature off')
  })

  test('names agents and groups in the same order, whatever order they are stored in', () => {
    const agents = ['agent-2', 'agent-1'].map((id) => anAgent('e1001', { id }))
    const groups = {
      ring_groups: [aRingGroup('6001'), aRingGroup('6000')],
      ring_group_members: [
        aMember('g6001', 1, 'e1001', { id: 'member-1' }),
        aMember('g6000', 1, 'e1001', { id: 'member-2' }),
      ],
    }
    const snapshot = tenant({ ...features, ...groups, call_center_agents: agents })
    const does = (code: string) => ask(snapshot, 'feature', dialing(code), phone).feature
    expect(does('*22')).toMatchObject({ agentIds: ['agent-1', 'agent-2'] })
    expect(does('*23')).toMatchObject({ agentIds: ['agent-1', 'agent-2'] })
    expect(does('*8')).toMatchObject({ ringing: ['g6000', 'g6001'] })
  })

  test('is refused if followed by invalid digits', () => {
    for (const digits of ['**', '**4711']) {
      expect(ask(tenant(features), 'refuse', dialing(digits), phone).reason.why).toBe('feature off')
    }
  })

  test('that forwards is refused if calls could not go there', () => {
    const given = {
      ...features,
      extensions: [anExtension('1001'), anExtension('1002', { enabled: false })],
      paging_groups: [aPagingGroup('7000')],
    }
    for (const target of ['', '4999', '1001', '1002', '7000', '5901', '911']) {
      expect(ask(tenant(given), 'refuse', dialing(`*72${target}`), phone).reason.why).toBe('feature off')
    }
  })

  test('that forwards takes the number that a route makes of what was dialed, such as by taking off a leading 9', () => {
    const nines = aRoute('national', {
      id: 'nines',
      matches: 'pattern',
      pattern: '^9[0-9]+$',
      strip_digits: 1,
    })
    const given = { ...features, outbound_routes: [nines, aRoute('national')] }
    expect(ask(tenant(given), 'feature', dialing('*7292075550188'), phone).feature).toMatchObject({
      to: '+12075550188',
      enabled: true,
    })
    const refused = (more: GivenSnapshot, digits: string) =>
      ask(tenant({ ...given, ...more }), 'refuse', dialing(digits), phone).reason.why
    // Forwarded calls go to the number itself.
    expect(refused({ outbound_routes: [nines] }, '*7292075550188')).toBe('no route')
    expect(refused({}, '*729911')).toBe('feature off')
    const rule = aBlockRule('+12075550188', { direction: 'outbound' })
    expect(refused({ call_block_rules: [rule] }, '*7292075550188')).toBe('blocked')
  })

  test('that forwards without a number goes to the stored destination', () => {
    expect(feature('*72', { forward_all_destination_id: 'e1002' })).toEqual({
      does: 'forward',
      extensionId: 'e1001',
      to: null,
      enabled: true,
    })
  })

  test('switches off what is on', () => {
    expect(feature('*78', { do_not_disturb: true })).toMatchObject({ enabled: false })
    expect(feature('*72', { forward_all_enabled: true, forward_all_destination_id: 'e1002' })).toMatchObject({
      enabled: false,
    })
  })

  test('followed by a number forwards there, also while calls are forwarded elsewhere', () => {
    const elsewhere = { forward_all_enabled: true, forward_all_destination_id: 'e1002' }
    expect(feature('*722075550188', elsewhere)).toMatchObject({ to: '+12075550188', enabled: true })
  })

  test('switches following on and off', () => {
    const given = {
      ...features,
      feature_codes: [aFeatureCode('follow_me', '*21')],
      extension_follow_me: [aFollower('e1001', 1, 'e1002')],
    }
    for (const follow_me_enabled of [false, true]) {
      const step = ask(tenant(given, { follow_me_enabled }), 'feature', dialing('*21'), phone)
      expect(step.feature).toEqual({ does: 'follow me', extensionId: 'e1001', enabled: !follow_me_enabled })
    }
    const alone = { ...given, extension_follow_me: [] }
    expect(ask(tenant(alone), 'refuse', dialing('*21'), phone).reason.why).toBe('feature off')
  })

  test('parks in the lot with the lowest number, however it is spelled', () => {
    const given = { ...features, park_lots: [aParkLot('5900'), aParkLot('900')] }
    expect(ask(tenant(given), 'feature', dialing('*59'), phone).feature).toMatchObject({ lot: '900' })
  })

  test('lists only extensions that opted in to the directory', () => {
    expect(feature('*411', { listed_in_directory: false })).toEqual({
      does: 'directory',
      entries: [{ extension: '1002', first: '', last: '', name: 'Desk 1002' }],
    })
  })

  test('*99 and an extension opens that extension’s voicemail', () => {
    const step = ask(tenant(features), 'decide', dialing('*991002'), phone)
    expect(step.chosen.place).toEqual({ at: 'voicemail', extensionId: 'e1002' })
  })

  test('that is disabled is refused', () => {
    expect(endOf(walk(tenant(features), dialing('*21'), {}, phone))).toBe(
      'refused after 0: *21 (feature code *21 follow me) cannot be used here.',
    )
  })

  test('that belongs to an extension cannot be used from outside', () => {
    expect(walk(tenant(features), dialing('*78')).end.cause).toBe('FACILITY_NOT_SUBSCRIBED')
    expect(walk(tenant(features), dialing('*31')).end.cause).toBe('FACILITY_NOT_SUBSCRIBED')
  })
})
