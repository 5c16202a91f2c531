import { describe, expect, test } from 'vitest'
import type { PhoneState } from '@/lib/telephony/routing/assumptions'
import { nextStep } from '@/lib/telephony/routing/next-step'
import { carrying } from '@/lib/telephony/routing/scene'
import { type GivenSnapshot, snapshotOf } from '@/tests/support/factories/snapshot'
import {
  aBlockRule,
  aDevice,
  aFeatureCode,
  aFlow,
  aFollower,
  aGateway,
  aLine,
  aMember,
  anAddress,
  anAgent,
  anExtension,
  anOutsideDestination,
  aNumber,
  aPagingGroup,
  aParkLot,
  aQueue,
  aRecording,
  aRingGroup,
  aRoute,
  aTimeCondition,
} from '@/tests/support/factories/snapshot-rows'
import { ask, dialing, endOf, from, fromPhone, NUMBER, said, to, TUESDAY, walk } from './routing-helpers'

const phone = fromPhone('1001')
const tenant = (given: GivenSnapshot = {}, extension: Parameters<typeof anExtension>[1] = {}) =>
  snapshotOf({
    extensions: [anExtension('1001', extension), anExtension('1002')],
    dids: [aNumber(NUMBER, { destination_id: 'e1002' }), aNumber('+12075550101')],
    outbound_routes: ['emergency', 'local', 'national', 'international'].map((preset) => aRoute(preset)),
    ...given,
  })
const call = (snapshot: ReturnType<typeof tenant>, digits: string) =>
  ask(snapshot, 'outside', dialing(digits), phone)

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

describe('an outbound call', () => {
  test.each([
    ['the route’s', { route: 'd+12075550101' }, '+12075550101', 'caller ID of the route'],
    ['else the extension’s', { own: 'd+12075550101' }, '+12075550101', 'caller ID of the extension'],
    ['else the tenant’s', { tenant: `d${NUMBER}` }, NUMBER, 'caller ID of the tenant'],
    ['else none', {}, null, 'no caller ID'],
  ])('has a caller ID: %s', (_, given: { route?: string; own?: string; tenant?: string }, number, why) => {
    const snapshot = tenant(
      {
        outbound_routes: [aRoute('national', { caller_id_did_id: given.route ?? null })],
        settings: { outbound_did_id: given.tenant ?? null },
      },
      { outbound_did_id: given.own ?? null },
    )
    const step = call(snapshot, '3035550142')
    expect(step.way.callerId.number).toBe(number)
    expect(step.notes[0]?.why).toBe(why)
  })

  test('is recorded when the extension records outbound calls, unlike one that is forwarded to outside, which is a call to it', () => {
    const outside = anOutsideDestination('+13035550142')
    const forwarding = { forward_all_enabled: true, forward_all_destination_id: outside.id }
    const forwarded = tenant({ destinations: [outside] }, { recording: 'outbound', ...forwarding })
    const last = walk(forwarded, to('e1001')).stages.at(-1)?.step
    expect(last).toMatchObject({ kind: 'outside', record: false })
    const recorded = tenant({ destinations: [outside] }, { recording: 'inbound', ...forwarding })
    expect(walk(recorded, to('e1001')).stages.at(-1)?.step).toMatchObject({ kind: 'outside', record: true })
    expect(call(tenant({}, { recording: 'outbound' }), '3035550142').record).toBe(true)
    expect(call(tenant({}, { recording: 'inbound' }), '3035550142').record).toBe(false)
  })

  test('asks for the route’s PIN, and ends without it', () => {
    const snapshot = tenant({
      secrets: [{ owner_table: 'outbound_routes', owner_id: 'o-national', field: 'pin' }],
    })
    expect(call(snapshot, '3035550142').way.asksPin).toBe(true)
    expect(walk(snapshot, dialing('3035550142'), { knowsPin: false }, phone).end.cause).toBe(
      'OUTGOING_CALL_BARRED',
    )
  })

  test('asks for the PIN before trying its gateways', () => {
    const snapshot = tenant({
      secrets: [{ owner_table: 'outbound_routes', owner_id: 'o-national', field: 'pin' }],
    })
    const cause = (knowsPin: boolean) =>
      walk(snapshot, dialing('3035550142'), { knowsPin, failedGateways: ['carrier-a'] }, phone).end.cause
    expect(cause(false)).toBe('OUTGOING_CALL_BARRED')
    expect(cause(true)).toBe('NORMAL_TEMPORARY_FAILURE')
  })

  test('rings for at most two minutes, and ends as the called party decides', () => {
    const end = (state: PhoneState) => {
      const path = walk(tenant({}), dialing('3035550142'), { outside: { '+13035550142': state } }, phone)
      return [path.end.how, path.end.cause, path.seconds]
    }
    expect(end({ is: 'answers', after: 7 })).toEqual(['answered', null, 7])
    expect(end({ is: 'away' })).toEqual(['refused', 'NO_ANSWER', 120])
    expect(end({ is: 'declines' })).toEqual(['refused', 'CALL_REJECTED', 0])
    expect(end({ is: 'busy' })).toEqual(['refused', 'USER_BUSY', 0])
  })

  test('is rejected at the call limit of its route or its extension', () => {
    const snapshot = tenant(
      { outbound_routes: [aRoute('national', { concurrent_limit: 2 })] },
      { concurrent_limit: 1 },
    )
    const cause = (calls: Record<string, number>) =>
      walk(snapshot, dialing('3035550142'), { calls }, phone).end.cause
    expect(cause({ 'o-national': 2 })).toBe('SWITCH_CONGESTION')
    expect(cause({ e1001: 1 })).toBe('SWITCH_CONGESTION')
    expect(cause({ 'o-national': 1 })).toBeNull()
  })

  test('skips a disabled gateway, and a route with no other', () => {
    const routes = [
      aRoute('national', { gateway_2_id: 'west', position: 1 }),
      aRoute('national', { id: 'o-spare', name: 'Spare', gateway_1_id: 'south', position: 2 }),
    ]
    const step = (off: string[]) => {
      const gateways = ['carrier-a', 'west', 'south'].map((id) =>
        aGateway(id, { enabled: !off.includes(id) }),
      )
      return call(tenant({ outbound_routes: routes, gateways }), '3035550142')
    }
    expect(step(['carrier-a']).way.gateways.map(({ gateway }) => gateway.label)).toEqual(['west'])
    expect(said(step(['carrier-a']))).toContain('The gateway carrier-a is off and skipped.')
    const spare = step(['carrier-a', 'west'])
    expect(spare.way.route.label).toBe('Spare')
    expect(said(spare)).toContain(
      'Route national would take (303) 555-0142, but none of its gateways can carry the call.',
    )
    const gateways = [aGateway('carrier-a', { enabled: false })]
    const end = walk(tenant({ gateways }), dialing('3035550142'), {}, phone).end
    expect([end.cause, end.reason.why]).toEqual(['NORMAL_TEMPORARY_FAILURE', 'route without gateway'])
  })

  test('to an emergency number uses only gateways that may carry it', () => {
    const route = aRoute('emergency', { gateway_2_id: 'west' })
    const gateways = [aGateway('carrier-a', { may_carry_emergency: false }), aGateway('west')]
    const step = call(tenant({ outbound_routes: [route], gateways }), '911')
    expect(step.way.gateways).toMatchObject([{ gateway: { label: 'west' }, sent: '911' }])
    expect(said(step)).toContain(
      'The gateway carrier-a may not carry emergency calls, so it is skipped for 911.',
    )
  })

  test('skips a gateway with no free channels', () => {
    const snapshot = tenant({ gateways: [aGateway('carrier-a', { channels: 2 })] })
    const how = (calls: number) =>
      walk(snapshot, dialing('3035550142'), { calls: { 'carrier-a': calls } }, phone).end.how
    expect([how(1), how(2)]).toEqual(['left the tenant', 'refused'])
  })

  test('fails if every gateway fails', () => {
    const snapshot = tenant({ outbound_routes: [aRoute('national', { gateway_2_id: 'west' })] })
    const end = (failedGateways: string[]) =>
      walk(snapshot, dialing('3035550142'), { failedGateways }, phone).end
    expect(end(['carrier-a']).how).toBe('left the tenant')
    expect(end(['carrier-a', 'west']).cause).toBe('NORMAL_TEMPORARY_FAILURE')
  })

  test('that a phone forwards by a code is refused where its calls could not leave', () => {
    const end = (digits: string, given: GivenSnapshot = {}) => {
      const codes = { feature_codes: [aFeatureCode('call_forward', '*72')] }
      const { end } = walk(
        tenant({ ...codes, ...given }, { toll_class: 'national' }),
        dialing(digits),
        {},
        phone,
      )
      return end.how === 'refused' ? end.reason.why : end.how
    }
    expect(end('*72011442079460018')).toBe('class not allowed')
    expect(end('*723035550142')).toBe('feature done')
    expect(end('*723035550142', { outbound_routes: [] })).toBe('no route')
    const rule = aBlockRule('+13035550142', { direction: 'outbound' })
    expect(end('*723035550142', { call_block_rules: [rule] })).toBe('blocked')
    for (const inside of ['*721002', '*722075550100']) expect(end(inside)).toBe('feature done')
  })

  test('that was forwarded is limited to the forwarder’s toll class, and skips routes with a PIN', () => {
    const outside = anOutsideDestination('+13035550142')
    const forwarding = { forward_all_enabled: true, forward_all_destination_id: outside.id }
    const secrets = [{ owner_table: 'outbound_routes', owner_id: 'o-national', field: 'pin' }]
    const end = (given: GivenSnapshot, toll_class: string) =>
      walk(tenant({ destinations: [outside], ...given }, { ...forwarding, toll_class }), to('e1001')).end
    expect(end({}, 'national').how).toBe('left the tenant')
    expect(end({}, 'local').reason.why).toBe('class not allowed')
    expect(end({ secrets }, 'national').reason.why).toBe('route asks for a PIN')
  })
})

describe('a 911 call', () => {
  const emergency: GivenSnapshot = {
    dids: [aNumber(NUMBER, { e911_state: 'confirmed', emergency_address_id: 'address-Office' })],
    emergency_addresses: [anAddress('Office', { unit: 'Suite 4' })],
    settings: { emergency_notification_emails: ['desk@acme.test'] },
  }

  test('sends the emergency number, address and location, and notifies', () => {
    const step = call(tenant(emergency, { emergency_did_id: `d${NUMBER}`, location: 'Floor 2' }), '911')
    expect(step.emergency).toEqual({
      extensionId: 'e1001',
      callBack: NUMBER,
      confirmed: true,
      address: '1 Main Street Suite 4, Portland, ME 04101, US',
      location: 'Floor 2',
      notify: ['desk@acme.test'],
    })
    expect(step.way.callerId.number).toBe(NUMBER)
  })

  test.each([
    ['no route takes it', { outbound_routes: [aRoute('national')] }],
    ['no gateway may carry it', { gateways: [aGateway('carrier-a', { may_carry_emergency: false })] }],
  ])('notifies where %s', (_why, given: GivenSnapshot) => {
    const snapshot = tenant(
      { outbound_routes: [aRoute('emergency')], ...emergency, ...given },
      { location: 'Floor 2' },
    )
    const step = (number: string) => nextStep(snapshot, dialing(number), phone, TUESDAY)
    expect(step('911')).toMatchObject({
      kind: 'refuse',
      emergency: { location: 'Floor 2', notify: ['desk@acme.test'] },
    })
    expect(step('911').notes.map(({ why }) => why)).toContain('emergency notification')
    expect(step('933')).toMatchObject({ kind: 'refuse', emergency: { notify: [] } })
    expect(step('13035550142')).not.toHaveProperty('emergency.notify')
  })

  test('ignores toll class, limits, PINs and block rules, and is allowed from a suspended phone', () => {
    const snapshot = tenant(
      {
        ...emergency,
        outbound_routes: [aRoute('emergency', { concurrent_limit: 1 })],
        secrets: [{ owner_table: 'outbound_routes', owner_id: 'o-emergency', field: 'pin' }],
        call_block_rules: [aBlockRule('911', { direction: 'outbound' })],
        settings: { concurrent_call_limit: 1 },
      },
      { suspended: true, toll_class: 'internal', concurrent_limit: 1 },
    )
    const calls = { tenant: 9, e1001: 9, 'o-emergency': 9 }
    expect(walk(snapshot, dialing('911'), { calls, knowsPin: false }, phone).end.how).toBe('left the tenant')
  })

  const outsideLine = aRoute('pattern', {
    pattern: '^9[0-9]+$',
    strip_digits: 1,
    toll_class: 'international',
  })

  test('is one too with the 9 that a route takes off', () => {
    const snapshot = tenant(
      {
        ...emergency,
        outbound_routes: [
          { ...outsideLine, concurrent_limit: 1 },
          aRoute('emergency', { gateway_1_id: 'east' }),
        ],
        gateways: [aGateway('carrier-a', { may_carry_emergency: false }), aGateway('east')],
        secrets: [{ owner_table: 'outbound_routes', owner_id: outsideLine.id, field: 'pin' }],
        call_block_rules: [aBlockRule('9911', { direction: 'outbound' })],
      },
      { suspended: true, toll_class: 'internal', emergency_did_id: `d${NUMBER}`, location: 'Floor 2' },
    )
    const step = call(snapshot, '9911')
    expect(step).toMatchObject({
      number: '911',
      emergency: { extensionId: 'e1001', location: 'Floor 2', notify: ['desk@acme.test'] },
      way: {
        gateways: [{ gateway: { id: 'east' }, sent: '911' }],
        callerId: { number: NUMBER },
        asksPin: false,
      },
    })
    expect(walk(snapshot, dialing('9911'), { calls: { tenant: 9, e1001: 9 } }, phone).end.how).toBe(
      'left the tenant',
    )
    expect(call(snapshot, '9933').number).toBe('933')
    const alone = tenant({ ...emergency, outbound_routes: [outsideLine] })
    for (const digits of ['911', '9911'])
      expect(call(alone, digits).way.gateways).toMatchObject([{ sent: '911' }])
    const completed = tenant({ ...emergency, outbound_routes: [{ ...outsideLine, prefix: '1' }] })
    for (const digits of ['911', '9911'])
      expect(call(completed, digits)).toMatchObject({
        way: { gateways: [{ sent: '911' }] },
        emergency: { notify: ['desk@acme.test'] },
      })
  })

  test('leaves by the route that makes it of other digits if no route takes it itself', () => {
    const behind = { ...outsideLine, pattern: '^9[0-9]{3,}$', concurrent_limit: 1 }
    const given = {
      ...emergency,
      outbound_routes: [behind],
      secrets: [{ owner_table: 'outbound_routes', owner_id: behind.id, field: 'pin' }],
    }
    const closed = { suspended: true, toll_class: 'internal' }
    const step = call(tenant(given, closed), '9911')
    expect(step).toMatchObject({
      number: '911',
      emergency: { notify: ['desk@acme.test'] },
      way: { gateways: [{ gateway: { id: 'carrier-a' }, sent: '911', caps: [] }], asksPin: false, caps: [] },
      limits: [],
    })
    expect(ask(tenant(given), 'refuse', dialing('911'), phone).reason.why).toBe('no route')
  })

  test('leaves through a gateway that is not meant for it only behind a 9, and if there is no other', () => {
    const other = aGateway('carrier-a', { may_carry_emergency: false, channels: 1 })
    const given = { ...emergency, outbound_routes: [outsideLine], gateways: [other] }
    expect(call(tenant(given), '9911')).toMatchObject({
      emergency: { notify: ['desk@acme.test'] },
      way: { gateways: [{ gateway: { id: 'carrier-a' }, sent: '911', caps: [] }] },
    })
    expect(ask(tenant(given), 'refuse', dialing('911'), phone).reason.why).toBe('route without gateway')
    const second = {
      ...outsideLine,
      id: 'second',
      position: 200,
      pattern: '^9[0-9]{3,}$',
      gateway_1_id: 'east',
    }
    const meant = tenant({
      ...given,
      outbound_routes: [outsideLine, second],
      gateways: [other, aGateway('east', { may_carry_emergency: true })],
    })
    expect(call(meant, '9911').way.gateways).toMatchObject([{ gateway: { id: 'east' }, sent: '911' }])
    const off = { ...given, gateways: [{ ...other, enabled: false }] }
    expect(ask(tenant(off), 'refuse', dialing('9911'), phone).cause).toBe('NORMAL_TEMPORARY_FAILURE')
  })

  test('is no call to an internal number or by a code that only looks like one with a digit in front, or by a route that is off', () => {
    const routes = [outsideLine, aRoute('pattern', { pattern: '^[*]9[0-9]+$', strip_digits: 2 })]
    const given = {
      outbound_routes: routes,
      extensions: [anExtension('1001'), anExtension('9911')],
      feature_codes: [aFeatureCode('check_voicemail', '*9911')],
    }
    expect(ask(tenant(given), 'decide', dialing('9911'), phone).chosen.place).toEqual(to('e9911'))
    const lot = { outbound_routes: routes, park_lots: [aParkLot('9910')] }
    expect(ask(tenant(lot), 'feature', dialing('9911'), phone)).not.toHaveProperty('emergency')
    expect(ask(tenant(given), 'feature', dialing('*9911'), phone).feature.does).toBe('mailbox')
    const off = { outbound_routes: [{ ...outsideLine, enabled: false }] }
    expect(walk(tenant(off), dialing('9911'), {}, phone).end.cause).toBe('NO_ROUTE_DESTINATION')
  })

  test('is one behind a 9 if the internal number with the same digits is out of service', () => {
    for (const out of [{ enabled: false }, { suspended: true }]) {
      const extensions = [anExtension('1001'), anExtension('9911', out)]
      const given = { ...emergency, extensions, outbound_routes: [outsideLine] }
      expect(call(tenant(given), '9911').number).toBe('911')
    }
  })

  test('goes on to the next gateway whatever becomes of it at the first', () => {
    const snapshot = tenant({
      ...emergency,
      outbound_routes: [
        aRoute('emergency', { gateway_2_id: 'west' }),
        aRoute('national', { gateway_2_id: 'west' }),
      ],
    })
    const end = (digits: string, state: PhoneState) => {
      const outside = { '911': state, '+13035550142': state }
      const path = walk(snapshot, dialing(digits), { outside }, phone)
      return [path.end.reason.why, path.seconds, path.rings.length]
    }
    expect(end('911', { is: 'declines' })).toEqual(['gateways failed', 0, 0])
    expect(end('911', { is: 'busy' })).toEqual(['gateways failed', 0, 0])
    expect(end('911', { is: 'away' })).toEqual(['gateways failed', 240, 2])
    expect(end('911', { is: 'answers', after: 5 })).toEqual(['route taken', 5, 1])
    expect(end('3035550142', { is: 'away' })).toEqual(['route taken', 120, 1])
  })

  test('leaves by a route for other numbers too, whatever its toll class, and where a gateway has no channel left', () => {
    const route = aRoute('pattern', { pattern: '^[0-9]+$', toll_class: 'international' })
    const gateways = [aGateway('carrier-a', { channels: 1 })]
    const snapshot = tenant({ ...emergency, outbound_routes: [route], gateways }, { toll_class: 'internal' })
    const path = walk(snapshot, dialing('911'), { calls: { 'carrier-a': 1 } }, phone)
    expect(path.end.how).toBe('left the tenant')
    expect(call(snapshot, '911').way.gateways).toMatchObject([{ sent: '911', caps: [] }])
    expect(walk(snapshot, dialing('13035550142'), {}, phone).end.reason.why).toBe('class not allowed')
  })

  test('names no address to staff where it could not leave', () => {
    const snapshot = tenant(
      { ...emergency, outbound_routes: [] },
      { emergency_did_id: `d${NUMBER}`, location: 'Floor 2' },
    )
    const { notes } = ask(snapshot, 'refuse', dialing('911'), phone)
    expect(notes.map(({ why }) => why)).toEqual(['emergency call', 'emergency notification'])
  })

  test('sends the phone’s location if the extension has none', () => {
    const step = call(
      tenant(
        {
          ...emergency,
          devices: [aDevice('lobby', { location: 'Lobby' })],
          device_lines: [aLine('phone-lobby', 'e1001')],
        },
        { emergency_did_id: `d${NUMBER}` },
      ),
      '911',
    )
    expect(step.emergency?.location).toBe('Lobby')
  })

  const both = { ...emergency, settings: { ...emergency.settings, outbound_did_id: `d${NUMBER}` } }
  test.each([
    ['an outside caller who is transferred', carrying(from(), { divertedBy: 'e1001' }), 'e1001', 'Floor 2'],
    ['the caller who is transferred', carrying(fromPhone('1002'), { divertedBy: 'e1001' }), 'e1002', ''],
    ['an outside caller who is routed', from(), null, ''],
  ])('by %s to 911 notifies too, and ignores PINs and block rules', (_who, caller, extensionId, location) => {
    const snapshot = tenant(
      {
        ...both,
        secrets: [{ owner_table: 'outbound_routes', owner_id: 'o-emergency', field: 'pin' }],
        call_block_rules: [aBlockRule('911', { direction: 'outbound' })],
      },
      { location: 'Floor 2' },
    )
    const step = ask(snapshot, 'outside', dialing('911'), caller)
    expect(step.emergency).toMatchObject({
      extensionId,
      location,
      callBack: NUMBER,
      notify: ['desk@acme.test'],
    })
    expect(step).toMatchObject({ limits: [], way: { asksPin: false } })
  })

  test('to the test number notifies nobody', () => {
    expect(call(tenant(emergency, { emergency_did_id: `d${NUMBER}` }), '933').emergency?.notify).toEqual([])
  })
})

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
    ['*722075550188', { does: 'forward', extensionId: 'e1001', to: '2075550188', enabled: true }],
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
    expect(feature('*722075550188', elsewhere)).toMatchObject({ to: '2075550188', enabled: true })
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
