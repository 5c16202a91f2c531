import { describe, expect, test } from 'vitest'
import type { PhoneState } from '@/lib/telephony/routing/assumptions'
import { nextStep } from '@/lib/telephony/routing/next-step'
import { carrying } from '@/lib/telephony/routing/scene'
import type { GivenSnapshot } from '@/tests/support/factories/snapshot'
import {
  aBlockRule,
  aDevice,
  aFeatureCode,
  aGateway,
  aLine,
  anAddress,
  anExtension,
  aNumber,
  aParkLot,
  aRoute,
} from '@/tests/support/factories/snapshot-rows'
import { call, phone, tenant } from './dialing-tenant'
import { ask, dialing, from, fromPhone, NUMBER, to, TUESDAY, walk } from './routing-helpers'

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
    // The caller does not wait for longer.
    expect(end('911', { is: 'away' })).toEqual(['route taken', 3600, 2])
    expect(end('911', { is: 'answers', after: 5 })).toEqual(['route taken', 5, 1])
    expect(end('911', { is: 'answers', after: 600 })).toEqual(['route taken', 600, 1])
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
