import { describe, expect, test } from 'vitest'
import { carrying } from '@/lib/telephony/routing/scene'
import { type GivenSnapshot, snapshotOf } from '@/tests/support/factories/snapshot'
import {
  aBlockRule,
  aFeatureCode,
  aGateway,
  aMember,
  anExtension,
  anOutsideDestination,
  aQueue,
  aRingGroup,
  aRoute,
  aTimeCondition,
} from '@/tests/support/factories/snapshot-rows'
import { call, phone, tenant } from './dialing-tenant'
import { ask, dialing, from, fromPhone, NUMBER, said, to, walk } from './routing-helpers'

describe('a dialed number', () => {
  test('inside the tenant leads to its record', () => {
    const step = ask(tenant(), 'decide', dialing('1002'), phone)
    expect(step.chosen.place).toEqual(to('e1002'))
    expect(said(step)).toEqual(['1002 is extension 1002 Desk 1002.'])
  })

  test('that is one of the tenant’s own stays inside', () => {
    expect(ask(tenant(), 'decide', dialing('2075550100'), phone).chosen.place).toEqual({
      at: 'number',
      number: NUMBER,
    })
  })

  test('leaves by the first matching route, trying its gateways in order', () => {
    const route = aRoute('national', { gateway_1_id: 'east', gateway_2_id: 'west', strip_digits: 1 })
    const gateways = [
      aGateway('east', { caller_id_header: 'none', codecs: ['PCMU'], channels: 30 }),
      aGateway('west', { number_format: 'national_with_1', prefix: '88#' }),
    ]
    const settings = { outbound_did_id: `d${NUMBER}` }
    const step = call(tenant({ outbound_routes: [route], gateways, settings }), '13035550142')
    expect(step.way.gateways).toMatchObject([
      {
        gateway: { id: 'east' },
        sent: '+13035550142',
        callerNumber: NUMBER,
        callerIdHeader: 'none',
        codecs: ['PCMU'],
        caps: [{ on: { id: 'east' }, calls: 30 }],
      },
      {
        gateway: { id: 'west' },
        sent: '88#13035550142',
        callerNumber: NUMBER.slice(1),
        codecs: null,
        caps: [],
      },
    ])
    expect(step.number).toBe('+13035550142')
  })

  test('is rated by the number that a route makes of it, such as by taking off a leading 9', () => {
    const reached = (digits: string, changes: Parameters<typeof aRoute>[1]) =>
      call(
        tenant({
          outbound_routes: [aRoute('national', { matches: 'pattern', pattern: '^[0-9]+$', ...changes })],
        }),
        digits,
      ).number
    expect(reached('913035550142', { strip_digits: 1 })).toBe('+13035550142')
    expect(reached('9011442079460000', { strip_digits: 1 })).toBe('+442079460000')
    // Digits that a carrier wants in front of a number do not make it another one.
    expect(reached('3035550142', { prefix: '1010288' })).toBe('+13035550142')
    expect(reached('87712', { strip_digits: 1 })).toBe('87712')
  })

  test('is also compared with rules and the tenant’s own numbers by what a route makes of it', () => {
    const nines = aRoute('national', { matches: 'pattern', pattern: '^9[0-9]+$', strip_digits: 1 })
    const rules = [
      aBlockRule('+1900', { direction: 'outbound', match: 'prefix' }),
      aBlockRule('+13035550142', { direction: 'outbound', extension_id: 'e1002' }),
    ]
    const snapshot = tenant({ outbound_routes: [nines], call_block_rules: rules })
    const end = (digits: string, caller = phone) => walk(snapshot, dialing(digits), {}, caller).end
    expect(end('919005550142').reason.why).toBe('blocked')
    expect(end('913035550142').how).toBe('left the tenant')
    expect(end('913035550142', fromPhone('1002')).reason.why).toBe('blocked')
    expect(end('912125550142', fromPhone('1002')).how).toBe('left the tenant')
    expect(ask(snapshot, 'decide', dialing('912075550100'), phone).chosen.place).toEqual({
      at: 'number',
      number: NUMBER,
    })
  })

  test('says whose caller ID it shows', () => {
    const shown = (given: GivenSnapshot, extension: Parameters<typeof anExtension>[1] = {}, caller = phone) =>
      ask(tenant(given, extension), 'outside', dialing('3035550142'), caller).notes[0]
    const id = `d${NUMBER}`
    expect(shown({}, { outbound_did_id: id })).toMatchObject({
      why: 'caller ID of the extension',
      record: { table: 'extensions', label: '1001 Desk 1001' },
    })
    expect(shown({ settings: { outbound_did_id: id } })).toMatchObject({
      why: 'caller ID of the tenant',
      record: { table: 'tenant_settings', label: '' },
    })
    const called = carrying(from(), { didId: id })
    expect(shown({}, {}, called)).toMatchObject({
      why: 'caller ID of the number called',
      record: { table: 'dids', label: '(207) 555-0100' },
    })
    const group = {
      ring_groups: [aRingGroup('6000')],
      ring_group_members: [aMember('g6000', 1, '+13035550142')],
    }
    const rings = ask(tenant(group, { outbound_did_id: id }), 'ring', to('g6000'), phone).legs[0]?.target
    expect(rings).toMatchObject({ way: { callerId: { number: NUMBER } } })
    expect(shown({}, {}, from())).toMatchObject({ why: 'no caller ID', record: { table: 'tenant_settings' } })
  })

  test('shows no name: the extension’s is for internal calls', () => {
    const named = { effective_caller_id_name: 'Ada Desk', outbound_did_id: `d${NUMBER}` }
    const snapshot = tenant({}, named)
    expect(call(snapshot, '3035550142').way.callerId).toEqual({ number: NUMBER, name: '' })
    const group = {
      ring_groups: [aRingGroup('6000')],
      ring_group_members: [aMember('g6000', 1, '+13035550142')],
    }
    const shownTo = (caller: typeof phone) =>
      ask(tenant(group, named), 'ring', to('g6000'), caller).legs[0]?.target
    expect(shownTo(phone)).toMatchObject({ way: { callerId: { name: '' } } })
    expect(shownTo({ ...from(), name: 'Pat' })).toMatchObject({ way: { callerId: { name: 'Pat' } } })
  })

  test('with seven digits gets the tenant’s area code', () => {
    const step = call(tenant({ settings: { area_code: '207' } }), '5550142')
    expect([step.number, step.way.gateways[0]?.sent]).toEqual(['+12075550142', '+12075550142'])
  })

  test('with seven digits behind those that a route takes off gets the area code too', () => {
    const sent = (digits: string, changes: Parameters<typeof aRoute>[1]) =>
      call(
        tenant({
          outbound_routes: [aRoute('national', { matches: 'pattern', pattern: '^[0-9]+$', ...changes })],
          settings: { area_code: '207' },
        }),
        digits,
      ).way.gateways[0]?.sent
    expect(sent('95550142', { strip_digits: 1 })).toBe('+12075550142')
    expect(sent('95550142', { strip_digits: 1, prefix: '1' })).toBe('+12075550142')
    // A route may put an area code before them itself.
    expect(sent('95550142', { strip_digits: 1, prefix: '1207' })).toBe('+12075550142')
    expect(sent('95550142', { strip_digits: 1, prefix: '+1207' })).toBe('+12075550142')
    expect(sent('95550142', { strip_digits: 1, prefix: '1603' })).toBe('+16035550142')
    // A route that takes the area code off does so for a carrier that wants seven digits.
    expect(sent('2075550142', { strip_digits: 3 })).toBe('5550142')
    expect(sent('5550142', { strip_digits: 3 })).toBe('5550142')
  })

  test('is refused if no route matches, or the extension’s toll class does not allow it', () => {
    expect(walk(tenant(), dialing('9005550142'), {}, phone).end.cause).toBe('NO_ROUTE_DESTINATION')
    const path = walk(tenant(), dialing('011442079460018'), {}, phone)
    expect([path.end.cause, path.end.reason.why]).toEqual(['OUTGOING_CALL_BARRED', 'class not allowed'])
  })

  test('is refused if a rule blocks it, for the tenant or for that extension', () => {
    const rule = (given = {}) =>
      tenant({ call_block_rules: [aBlockRule('+13035550142', { direction: 'outbound', ...given })] })
    expect(walk(rule(), dialing('3035550142'), {}, phone).end.reason.why).toBe('blocked')
    expect(walk(rule({ extension_id: 'e1001' }), dialing('3035550142'), {}, phone).end.reason.why).toBe(
      'blocked',
    )
    expect(walk(rule({ extension_id: 'e1002' }), dialing('3035550142'), {}, phone).end.how).toBe(
      'left the tenant',
    )
  })

  test('is refused if a rule blocks the digits that are dialed: 011 for all numbers abroad, seven in the tenant’s area code', () => {
    const abroad = aRoute('international', {
      toll_class: 'national',
      matches: 'pattern',
      pattern: '^011[0-9]+$',
    })
    const ends = (number: string, match: string, dialed: string) => {
      const rule = aBlockRule(number, { direction: 'outbound', match })
      const snapshot = tenant({
        call_block_rules: [rule],
        outbound_routes: [abroad, aRoute('national'), aRoute('local')],
        settings: { area_code: '207' },
      })
      return walk(snapshot, dialing(dialed), {}, phone).end.reason.why
    }
    expect(ends('011', 'prefix', '011442079460018')).toBe('blocked')
    expect(ends('011', 'prefix', '+442079460018')).toBe('blocked')
    expect(ends('011', 'prefix', '3035550142')).not.toBe('blocked')
    expect(ends('5550142', 'exact', '5550142')).toBe('blocked')
    expect(ends('5550142', 'exact', '12075550142')).toBe('blocked')
    expect(ends('5550142', 'exact', '3035550142')).not.toBe('blocked')
  })

  test('is refused if a rule keeps the extension from it that forwards or transfers a call there', () => {
    const number = '+13035550142'
    const outside = anOutsideDestination(number)
    const blocking = (given: GivenSnapshot = {}, extension: Parameters<typeof anExtension>[1] = {}) =>
      tenant(
        {
          destinations: [outside],
          call_block_rules: [aBlockRule(number, { direction: 'outbound', extension_id: 'e1001' })],
          ...given,
        },
        extension,
      )
    const forwards = { forward_all_enabled: true, forward_all_destination_id: outside.id }
    expect(walk(blocking({}, forwards), to('e1001')).end.reason.why).toBe('blocked')
    const transferred = carrying(from(), { divertedBy: 'e1001' })
    expect(walk(blocking(), dialing('3035550142'), {}, transferred).end.reason.why).toBe('blocked')
    expect(walk(blocking(), to(outside.id)).end.how).toBe('left the tenant')
    const group = { ring_groups: [aRingGroup('6000', { follow_forwarding: true })] }
    const members = { ring_group_members: [aMember('g6000', 1, 'e1001')] }
    expect(said(ask(blocking({ ...group, ...members }, forwards), 'decide', to('g6000')))).toContain(
      '1001 Desk 1001 does not ring: a rule blocks the number to which it forwards.',
    )
  })

  test('is paid by the extension that transfers the call, whose toll class applies', () => {
    const digits = '011442079460018'
    const transfer = (caller: string, to: string) =>
      walk(
        snapshotOf({
          extensions: [anExtension('1001', { toll_class: caller }), anExtension('1002', { toll_class: to })],
          outbound_routes: [aRoute('international')],
        }),
        dialing(digits),
        {},
        carrying(phone, { divertedBy: 'e1002' }),
      ).end
    expect(transfer('international', 'internal').reason.why).toBe('class not allowed')
    expect(transfer('internal', 'international').how).toBe('left the tenant')
  })

  test('is called at the tenant’s limit by whom a phone hands over, whose call goes on without that phone', () => {
    const full = tenant({ settings: { concurrent_call_limit: 2 } })
    const end = (digits: string, caller: typeof phone) =>
      walk(full, dialing(digits), { calls: { tenant: 4 } }, caller).end
    const diverted = { divertedBy: 'e1001' }
    for (const digits of ['3035550142', '2075550100', '1002']) {
      expect(end(digits, phone).reason.why).toBe('too many calls')
      for (const caller of [from(), fromPhone('1002')])
        expect(end(digits, carrying(caller, diverted)).reason.why).not.toBe('too many calls')
    }
    const counts = [{ on: { table: 'tenant_settings' }, calls: Infinity }]
    expect(ask(full, 'decide', dialing('1002'), carrying(from(), diverted)).limits).toMatchObject(counts)
  })

  test('is not paid by an extension that only sends the call to where staff have set the number', () => {
    const number = '+13035550142'
    const outside = anOutsideDestination(number)
    const always = { time_conditions: [aTimeCondition('8000', { otherwise_destination_id: outside.id })] }
    const group = { ring_groups: [aRingGroup('6000', { timeout_destination_id: outside.id })] }
    const queue = { call_center_queues: [aQueue('8100', { timeout_destination_id: outside.id })] }
    const closed = (given: GivenSnapshot, extension = {}) =>
      tenant(
        {
          destinations: [outside],
          call_block_rules: [aBlockRule(number, { direction: 'outbound', extension_id: 'e1001' })],
          ...given,
        },
        { toll_class: 'internal', ...extension },
      )
    const forwards = (id: string) => ({
      forward_no_answer_enabled: true,
      forward_no_answer_destination_id: id,
    })
    expect(walk(closed(always, forwards('t8000')), to('e1001')).end.how).toBe('left the tenant')
    expect(walk(closed({}, forwards(outside.id)), to('e1001')).end.reason.why).toBe('blocked')
    const transferred = carrying(from(), { divertedBy: 'e1001' })
    expect(walk(closed(group), dialing('6000'), {}, transferred).end.how).toBe('left the tenant')
    expect(walk(closed(queue), dialing('8100'), {}, transferred).end.how).toBe('left the tenant')
    expect(walk(closed({}), dialing('3035550142'), {}, transferred).end.reason.why).toBe('blocked')
  })

  test('is paid by the extension that sends the call to it by an identifier set by hand', () => {
    const byHand = (digits: string) => ({
      ...anOutsideDestination(`transfer:${digits} XML acme`),
      id: 'hand',
      kind: 'unknown',
    })
    const forwards = { forward_all_enabled: true, forward_all_destination_id: 'hand' }
    const end = (digits: string, extension = {}, given: GivenSnapshot = {}, caller = from()) =>
      walk(
        tenant({ destinations: [byHand(digits)], ...given }, { ...forwards, ...extension }),
        to('e1001'),
        {},
        caller,
      ).end
    const abroad = '011442079460018'
    expect(end(abroad, { toll_class: 'national' }).reason.why).toBe('class not allowed')
    expect(end(abroad, { toll_class: 'international' }).how).toBe('left the tenant')
    const rule = aBlockRule('+13035550142', { direction: 'outbound', extension_id: 'e1001' })
    expect(end('3035550142', {}, { call_block_rules: [rule] }).reason.why).toBe('blocked')
    const codes = { feature_codes: [aFeatureCode('do_not_disturb', '*78')] }
    expect(end('*78', {}, codes, fromPhone('1002')).how).toBe('refused')
  })

  test('is refused to a phone that is suspended or disabled', () => {
    expect(walk(tenant({}, { suspended: true }), dialing('1002'), {}, phone).end.cause).toBe(
      'OUTGOING_CALL_BARRED',
    )
    expect(walk(tenant({}, { enabled: false }), dialing('1002'), {}, phone).end.cause).toBe(
      'OUTGOING_CALL_BARRED',
    )
  })
})
