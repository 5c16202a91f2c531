import { describe, expect, test } from 'vitest'
import { HANG_UP, snapshotOf } from '@/tests/support/factories/snapshot'
import {
  aBlockRule,
  aCondition,
  aMember,
  anExtension,
  anOutsideDestination,
  aNumber,
  aRecording,
  aRingGroup,
} from '@/tests/support/factories/snapshot-rows'
import { ask, CALLER, from, fromPhone, NUMBER, said, to, toNumber, TUESDAY, walk } from './routing-helpers'

const desk = anExtension('1001')
const night = anExtension('1002')
const did = (given: Parameters<typeof aNumber>[1] = {}) =>
  aNumber(NUMBER, { destination_id: desk.id, ...given })
const tenant = (given: Parameters<typeof snapshotOf>[0] = {}) =>
  snapshotOf({ extensions: [desk, night], dids: [did()], ...given })
const goesTo = (snapshot: ReturnType<typeof snapshotOf>, caller = CALLER, moment = TUESDAY) =>
  ask(snapshot, 'decide', toNumber(), from(caller), moment).chosen.place

describe('a call forwarded to an outside number', () => {
  const other = '+12075550101'
  const forwarding = (number: string, given: Parameters<typeof aNumber>[1] = {}) => {
    const outside = anOutsideDestination(number)
    const away = { forward_all_enabled: true, forward_all_destination_id: outside.id }
    return tenant({
      extensions: [anExtension('1001', away), night],
      dids: [did(), aNumber(other, { destination_id: night.id, ...given })],
      destinations: [outside],
    })
  }

  test('that is one of the tenant’s own stays here', () => {
    expect(ask(forwarding(other), 'decide', to(`out-${other}`))).toMatchObject({
      chosen: { place: { at: 'number', number: other } },
      reason: { why: 'own number', record: { table: 'dids' }, number: other },
    })
  })

  test('that leads back to it ends', () => {
    expect(walk(forwarding(NUMBER), toNumber()).end).toMatchObject({
      cause: 'EXCHANGE_ROUTING_ERROR',
      reason: { why: 'loop' },
    })
  })

  test('that is one of the tenant’s own is recorded and billed as the number called first says, unless the other says otherwise', () => {
    const carried = (given: Parameters<typeof aNumber>[1]) => {
      const snapshot = {
        ...forwarding(other, given),
        dids: [
          did({ record: true, account_code: 'FIRST' }),
          aNumber(other, { destination_id: night.id, ...given }),
        ],
      }
      const ring = walk(snapshot, toNumber()).stages.find(({ step }) => step.kind === 'ring')?.step
      return ring?.call.carried
    }
    expect(carried({})).toMatchObject({ record: true, accountCode: 'FIRST' })
    expect(carried({ account_code: 'SECOND' })).toMatchObject({ record: true, accountCode: 'SECOND' })
  })

  test('that is still at another carrier leaves, as it does when dialed', () => {
    const snapshot = forwarding(other, { status: 'porting_in' })
    expect(ask(snapshot, 'refuse', to(`out-${other}`)).reason.why).toBe('no route')
    const dialed = { at: 'dialed', digits: other } as const
    expect(ask(snapshot, 'refuse', dialed, fromPhone('1002')).reason.why).toBe('no route')
  })
})

describe('a call to a number', () => {
  test('follows the number’s route', () => {
    expect(goesTo(tenant())).toEqual({ at: 'destination', id: desk.id })
  })

  test('is refused if the number is unknown, disabled, unrouted or for text messages only', () => {
    const causes = [
      walk(tenant(), toNumber('+12075550177')),
      walk(tenant({ dids: [did({ enabled: false })] }), toNumber()),
      walk(tenant({ dids: [did({ destination_id: null })] }), toNumber()),
      walk(tenant({ dids: [did({ voice: false, text_messages: true })] }), toNumber()),
    ].map(({ end }) => [end.cause, end.reason.why])
    expect(causes).toEqual([
      ['UNALLOCATED_NUMBER', 'unknown number'],
      ['UNALLOCATED_NUMBER', 'disabled'],
      ['NO_ROUTE_DESTINATION', 'number without route'],
      ['INCOMPATIBLE_DESTINATION', 'not for calls'],
    ])
  })

  test('still goes through if the number takes faxes only', () => {
    const step = ask(tenant({ dids: [did({ voice: false, fax: true })] }), 'decide', toNumber())
    expect(step.chosen.place).toEqual({ at: 'destination', id: desk.id })
    expect(said(step)).toContain('(207) 555-0100 takes faxes only.')
  })

  test('goes to the override until it ends, which is shown in the tenant’s time zone', () => {
    const until = '2026-03-03T22:00:00Z'
    const snapshot = tenant({ dids: [did({ override_destination_id: night.id, override_until: until })] })
    expect(goesTo(snapshot)).toEqual({ at: 'destination', id: night.id })
    expect(said(ask(snapshot, 'decide', toNumber()))[0]).toBe(
      '(207) 555-0100 sends all calls here until Mar 3, 2026, 5:00 PM.',
    )
    expect(goesTo(snapshot, CALLER, Date.parse(until))).toEqual({ at: 'destination', id: desk.id })
  })

  test('shows only the other ways that are open', () => {
    const others = (given: Parameters<typeof snapshotOf>[0]) =>
      ask(tenant(given), 'decide', toNumber()).others.map(({ reason }) => reason.why)
    const ended = { override_destination_id: night.id, override_until: '2026-03-03T15:00:00Z' }
    expect(others({ dids: [did(ended)] })).toEqual([])
    const condition = aCondition(`d${NUMBER}`, { caller: '+13035550100', destination_id: night.id })
    expect(others({ did_conditions: [condition] })).toEqual(['caller condition'])
    expect(others({ did_conditions: [{ ...condition, enabled: false }] })).toEqual([])
  })

  test('follows the first enabled condition that matches the caller', () => {
    const snapshot = tenant({
      did_conditions: [
        aCondition(`d${NUMBER}`, { position: 2, match: 'prefix', caller: '+1207', destination_id: night.id }),
        aCondition(`d${NUMBER}`, { position: 1, match: 'prefix', caller: '+1207', enabled: false }),
        aCondition(`d${NUMBER}`, { position: 3, match: 'anonymous', caller: null, destination_id: HANG_UP }),
      ],
    })
    expect(goesTo(snapshot)).toEqual({ at: 'destination', id: night.id })
    expect(goesTo(snapshot, '+13035550100')).toEqual({ at: 'destination', id: desk.id })
    expect(goesTo(snapshot, '')).toEqual({ at: 'destination', id: HANG_UP })
  })

  test('carries the number’s prefix, ringtone, hold music, recording flag and account code', () => {
    const music = aRecording('waltz')
    const snapshot = tenant({
      recordings: [music],
      dids: [
        did({
          caller_id_prefix: 'Sales: ',
          distinctive_ring: 'Bellcore-dr2',
          hold_music_recording_id: music.id,
          record: true,
          account_code: 'ACME-1',
        }),
      ],
    })
    const path = walk(snapshot, toNumber(), {}, from(CALLER, 'Pat'))
    const ring = path.stages.find(({ step }) => step.kind === 'ring')?.step
    expect(ring).toMatchObject({
      callerId: { number: CALLER, name: 'Sales: Pat' },
      distinctiveRing: 'Bellcore-dr2',
      holdMusicId: music.id,
      record: true,
      call: { carried: { accountCode: 'ACME-1' } },
    })
  })

  test('shows the caller’s number after the prefix if the caller has no name', () => {
    const snapshot = tenant({ dids: [did({ caller_id_prefix: 'Sales: ' })] })
    const ring = walk(snapshot, toNumber()).stages.find(({ step }) => step.kind === 'ring')?.step
    expect(ring).toMatchObject({ callerId: { name: 'Sales: (207) 555-0199' } })
  })

  test('still goes through if the tenant is suspended, with a note', () => {
    const step = ask(tenant({ tenant: { status: 'suspended' } }), 'decide', toNumber())
    expect(step.chosen.place).toEqual({ at: 'destination', id: desk.id })
    expect(said(step)).toContain('The tenant is suspended. Its calls still go through.')
  })

  test('is rejected if the tenant is at its call limit', () => {
    const snapshot = tenant({ settings: { concurrent_call_limit: 2 } })
    expect(walk(snapshot, toNumber(), { calls: { tenant: 2 } }).end.cause).toBe('SWITCH_CONGESTION')
    expect(walk(snapshot, toNumber(), { calls: { tenant: 1 } }).end.how).toBe('message left')
  })
})

describe('a blocked caller', () => {
  const blocking = (
    given: Parameters<typeof aBlockRule>[1] = {},
    more: Parameters<typeof snapshotOf>[0] = {},
  ) => tenant({ call_block_rules: [aBlockRule(CALLER, given)], ...more })

  test.each([
    ['reject', 'CALL_REJECTED'],
    ['busy', 'USER_BUSY'],
    ['hangup', 'NORMAL_CLEARING'],
  ])('with the action %s gets %s', (action, cause) => {
    expect(walk(blocking({ action }), toNumber()).end).toMatchObject({ cause, reason: { why: 'blocked' } })
  })

  test('goes to the voicemail of the extension that the number routes to', () => {
    expect(goesTo(blocking({ action: 'voicemail' }))).toEqual({ at: 'voicemail', extensionId: desk.id })
  })

  test('is rejected if the rule names no destination, or voicemail where no extension is called', () => {
    const lost = blocking({ action: 'destination' })
    expect(walk(lost, toNumber()).end.cause).toBe('CALL_REJECTED')
    const elsewhere = { dids: [did({ destination_id: HANG_UP })] }
    expect(walk(blocking({ action: 'voicemail' }, elsewhere), toNumber()).end.cause).toBe('CALL_REJECTED')
  })

  test('is no colleague, whatever the rules say', () => {
    const rules = [aBlockRule('1002'), aBlockRule('1002', { id: 'b-own', extension_id: desk.id })]
    const snapshot = tenant({ call_block_rules: rules })
    for (const place of [toNumber(), to(desk.id)])
      expect(walk(snapshot, place, {}, fromPhone('1002')).end.how).toBe('message left')
    expect(walk(snapshot, to(desk.id), {}, from('1002')).end.cause).toBe('CALL_REJECTED')
  })

  test('is told where rules of the whole tenant send other callers', () => {
    const rule = aBlockRule(null, { action: 'destination', destination_id: night.id })
    const { others } = ask(tenant({ call_block_rules: [rule] }), 'decide', toNumber())
    expect(others.map(({ place }) => place)).toEqual([{ at: 'destination', id: night.id }])
    expect(others.map(({ reason }) => reason)).toMatchObject([{ why: 'blocked', number: '' }])
  })

  test('goes where the rule sends the call', () => {
    const snapshot = blocking({ action: 'destination', destination_id: night.id })
    expect(goesTo(snapshot)).toEqual({ at: 'destination', id: night.id })
  })

  test('with a withheld number is matched by the rule for withheld numbers', () => {
    const snapshot = tenant({ call_block_rules: [aBlockRule(null)] })
    expect(walk(snapshot, toNumber(), {}, from('')).end.cause).toBe('CALL_REJECTED')
    expect(walk(snapshot, toNumber(), {}, from('Anonymous')).end.cause).toBe('CALL_REJECTED')
    expect(walk(snapshot, toNumber()).end.how).toBe('message left')
  })

  test('gets through if the rule is off or expired', () => {
    expect(walk(blocking({ enabled: false }), toNumber()).end.how).toBe('message left')
    expect(walk(blocking({ expires_at: '2026-03-03T15:00:00Z' }), toNumber()).end.how).toBe('message left')
  })

  test('still reaches an emergency call-back number', () => {
    const snapshot = blocking({}, { dids: [did({ emergency: true })] })
    expect(walk(snapshot, toNumber()).end.how).toBe('message left')
  })

  test('reaches the phones of an emergency call-back number whatever their extension blocks, and however many calls it has', () => {
    const group = aRingGroup('6000')
    const snapshot = (destination_id: string) =>
      tenant({
        extensions: [anExtension('1001', { concurrent_limit: 1 })],
        call_block_rules: [aBlockRule(null, { extension_id: desk.id })],
        dids: [did({ emergency: true, destination_id })],
        ring_groups: [group],
        ring_group_members: [aMember(group.id, 1, desk.id)],
      })
    for (const destination of [desk.id, group.id]) {
      const path = walk(snapshot(destination), toNumber(), { calls: { [desk.id]: 1 } }, from(''))
      expect(path.rings).toMatchObject([{ target: { id: desk.id } }])
    }
  })

  test('of a single extension can still reach the other extensions', () => {
    const snapshot = blocking({ extension_id: desk.id })
    expect(walk(snapshot, toNumber()).end.cause).toBe('CALL_REJECTED')
    const other = blocking({ extension_id: desk.id }, { dids: [did({ destination_id: night.id })] })
    expect(walk(other, toNumber()).end.how).toBe('message left')
  })
})
