import { describe, expect, test } from 'vitest'
import { nextStep } from '@/lib/telephony/routing/next-step'
import type { Call } from '@/lib/telephony/routing/place'
import type { Row } from '@/lib/telephony/routing/snapshot'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import {
  aBlockRule,
  aCondition,
  aFaxBox,
  aFeatureCode,
  aFlow,
  aMember,
  anAgent,
  anExtension,
  aNumber,
  aRecording,
  aRingGroup,
  aRoom,
  aTimeCondition,
} from '@/tests/support/factories/snapshot-rows'
import { ask, dialing, from, fromPhone, to, toNumber, TUESDAY } from './routing-helpers'

const DAY = 86_400_000
const day = (days: number) => new Date(TUESDAY + days * DAY).toISOString().slice(0, 10)

describe('a mailbox', () => {
  const mailbox = (given: Partial<Row<'extensions'>>) =>
    snapshotOf({
      extensions: [
        anExtension('1001', {
          voicemail_enabled: true,
          greeting_recording_id: 'r-hello',
          closed_greeting_recording_id: 'r-closed',
          away_greeting_recording_id: 'r-away',
          ...given,
        }),
        anExtension('1002'),
      ],
      time_conditions: [aTimeCondition('5000', { otherwise_destination_id: 'e1002' })],
      recordings: ['hello', 'closed', 'away'].map((name) => aRecording(name)),
    })
  const noted = (given: Partial<Row<'extensions'>>) =>
    ask(mailbox(given), 'voicemail', { at: 'voicemail', extensionId: 'e1001' }).notes

  test.each([
    ['always', {}, 'hello', ''],
    ['closed', { greeting_time_condition_id: 't5000' }, 'closed', ''],
    ['away', { away_until: day(0) }, 'away', day(0)],
  ])('explains its choice of greeting: %s', (because, given, recording, until) => {
    expect(noted(given)).toMatchObject([{ why: 'mailbox greets', recording, because, until }])
  })

  test('is not away after the last day', () => {
    expect(noted({ away_until: day(-1) })).toMatchObject([{ because: 'always' }])
  })
})

describe('a fax box', () => {
  test('announces its fax, and ends the call', () => {
    const snapshot = snapshotOf({ fax_boxes: [aFaxBox('3700')] })
    const { reason, then } = ask(snapshot, 'fax', to('x3700'))
    expect(reason).toMatchObject({ why: 'fax is received', record: { table: 'fax_boxes' }, recipients: 0 })
    expect(then).toMatchObject({
      place: { at: 'end', cause: 'NORMAL_CLEARING', because: { why: 'fax was received' } },
      reason: { why: 'fax was received', record: { table: 'fax_boxes' } },
    })
  })
})

describe('a conference room', () => {
  const room = (...secrets: string[]) =>
    ask(
      snapshotOf({
        conference_rooms: [aRoom('3500')],
        secrets: secrets.map((field) => ({ owner_table: 'conference_rooms', owner_id: 'n3500', field })),
      }),
      'conference',
      to('n3500'),
    )

  test('has no notes with default settings', () => {
    expect(room().notes).toEqual([])
  })

  test('reports which of its two PINs are set', () => {
    expect(room('moderator_pin').pins).toEqual({ participant: false, moderator: true })
    expect(room('pin').pins).toEqual({ participant: true, moderator: false })
    expect(room().pins).toEqual({ participant: false, moderator: false })
  })
})

describe('a phone that is out of service', () => {
  test.each([
    ['disabled', { enabled: false }],
    ['suspended', { suspended: true }],
  ] as const)('because it is %s cannot dial', (why, given) => {
    const snapshot = snapshotOf({ extensions: [anExtension('1001', given)] })
    expect(ask(snapshot, 'refuse', dialing('2075550199'), fromPhone('1001'))).toMatchObject({
      cause: 'OUTGOING_CALL_BARRED',
      reason: { why, record: { table: 'extensions' } },
    })
  })
})

describe('a dialed number', () => {
  const snapshot = snapshotOf({
    extensions: [anExtension('1001'), anExtension('1002')],
    dids: [aNumber('+12075550100')],
    ring_groups: [aRingGroup('6000')],
  })
  const withArea = { ...snapshot, settings: { ...snapshot.settings, area_code: '207' } } as typeof snapshot

  test('in the numbering plan leads to its record', () => {
    const step = ask(snapshot, 'decide', dialing('6000'), fromPhone('1001'))
    expect(step.reason).toMatchObject({
      why: 'internal number',
      digits: '6000',
      record: { table: 'ring_groups' },
    })
  })

  test('from outside is not limited by an extension', () => {
    expect(ask(snapshot, 'decide', dialing('6000'), from()).limits).toEqual([])
  })

  test('for an emergency is not limited', () => {
    const office = { ...snapshot, settings: { ...snapshot.settings, max_calls: 1 } } as typeof snapshot
    expect(nextStep(office, dialing('911'), fromPhone('1001'), TUESDAY).limits).toEqual([])
  })

  test('with seven digits is in the tenant’s own area code', () => {
    const step = ask(withArea, 'decide', dialing('5550100'), fromPhone('1001'))
    expect(step.reason).toMatchObject({ why: 'own number', number: '+12075550100' })
  })
})

describe('a feature code', () => {
  const tenant = (given: Parameters<typeof snapshotOf>[0]) =>
    snapshotOf({ extensions: [anExtension('1001'), anExtension('1002')], ...given })
  const feature = (snapshot: ReturnType<typeof tenant>, digits: string, call: Call = fromPhone('1001')) =>
    ask(snapshot, 'feature', dialing(digits), call).feature

  test('for group pickup covers all groups of the phone, and no others', () => {
    const groups = tenant({
      ring_groups: ['6001', '6000', '6002'].map((number) => aRingGroup(number)),
      ring_group_members: [
        aMember('g6001', 1, 'e1001'),
        aMember('g6000', 1, 'e1001'),
        aMember('g6002', 1, 'e1002'),
      ],
      feature_codes: [aFeatureCode('group_pickup', '*8')],
    })
    expect(feature(groups, '*8')).toEqual({ does: 'pick up', ringing: ['g6000', 'g6001'], records: false })
  })

  test('for agents signs in all agents of the phone, in a fixed order', () => {
    const agents = tenant({
      call_center_agents: [anAgent('e1001', { id: 'zoe' }), anAgent('e1001', { id: 'adam' })],
      feature_codes: [aFeatureCode('agent_sign_in', '*22')],
    })
    expect(feature(agents, '*22')).toMatchObject({ does: 'sign in', agentIds: ['adam', 'zoe'] })
  })

  test('of a call flow can be used only by the tenant’s phones', () => {
    const flows = tenant({ call_flows: [aFlow('5500', { feature_code: '*5500' })] })
    expect(ask(flows, 'refuse', dialing('*5500'), from())).toMatchObject({
      cause: 'FACILITY_NOT_SUBSCRIBED',
      reason: { why: 'feature off', record: { table: 'call_flows' }, code: '*5500' },
    })
  })
})

describe('an inbound number', () => {
  const number = (given: Partial<Row<'dids'>>, more: Parameters<typeof snapshotOf>[0] = {}) =>
    snapshotOf({
      extensions: [anExtension('1001'), anExtension('1002')],
      dids: [aNumber('+12075550100', { destination_id: 'e1001', ...given })],
      ...more,
    })
  /** Where it may lead at another time or for another caller. */
  const elsewhere = (snapshot: ReturnType<typeof number>) =>
    ask(snapshot, 'decide', toNumber()).others.map(({ reason }) => reason)

  test('with a condition for withheld numbers reports no caller', () => {
    const condition = { match: 'anonymous', caller: null, destination_id: 'e1002' }
    const snapshot = number({}, { did_conditions: [aCondition('d+12075550100', condition)] })
    expect(elsewhere(snapshot)).toMatchObject([{ why: 'caller condition', match: 'anonymous', caller: '' }])
  })

  test.each([
    ['covers the tenant', {}, 1],
    ['covers a single extension', { extension_id: 'e1001' }, 0],
    ['has expired', { expires_at: new Date(TUESDAY - DAY).toISOString() }, 0],
    ['has no destination', { destination_id: null }, 0],
  ])('has a branch for blocked callers only if the rule applies: it %s', (_, given, count) => {
    const rule = aBlockRule('+12075550199', { action: 'destination', destination_id: 'e1002', ...given })
    const snapshot = number({}, { call_block_rules: [rule] })
    const step = nextStep(snapshot, toNumber(), from('+12075550111'), TUESDAY)
    expect(step).toMatchObject({ kind: 'decide', others: Array.from({ length: count }, () => ({})) })
  })
})
