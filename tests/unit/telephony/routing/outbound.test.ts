import { describe, expect, test } from 'vitest'
import type { PhoneState } from '@/lib/telephony/routing/assumptions'
import type { GivenSnapshot } from '@/tests/support/factories/snapshot'
import {
  aBlockRule,
  aFeatureCode,
  aGateway,
  anOutsideDestination,
  aRoute,
} from '@/tests/support/factories/snapshot-rows'
import { call, phone, tenant } from './dialing-tenant'
import { dialing, NUMBER, said, to, walk } from './routing-helpers'

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
