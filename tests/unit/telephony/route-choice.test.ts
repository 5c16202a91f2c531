import { describe, expect, test } from 'vitest'
import { emergencyDialed, gatewaysTried, testEmergency, testRoutes } from '@/lib/telephony/route-choice'
import { aRoute } from '@/tests/support/factories/snapshot-rows'

const gateways = new Map([
  ['carrier-911', { enabled: true, may_carry_emergency: true }],
  ['carrier-a', { enabled: true, may_carry_emergency: false }],
  ['off', { enabled: false, may_carry_emergency: true }],
])
/** A route behind a leading digit, which it takes off. */
const behind = (digit: string, given: Parameters<typeof aRoute>[1] = {}) =>
  aRoute('pattern', { id: `behind ${digit}`, pattern: `^${digit}[0-9]+$`, strip_digits: 1, ...given })
/** A route that makes a telephone number of whatever is dialed behind a 9. */
const branch = behind('9', { id: 'branch', prefix: '12075550', position: 1 })

describe('the emergency number that was dialed', () => {
  test('is one that no route is needed for', () => {
    expect(emergencyDialed([], '933')).toBe('933')
  })

  test('is what the first route makes that makes one', () => {
    expect(emergencyDialed([branch, behind('9')], '9911')).toBe('911')
    expect(emergencyDialed([branch], '9911')).toBeUndefined()
  })

  test('is behind the digit of an outside line for national numbers with a 1 alone', () => {
    const outside = behind('9', { pattern: '^9(911|1[2-9][0-9]{9})$', prefix: '88#' })
    expect(emergencyDialed([outside], '9911')).toBe('911')
  })
})

describe('an emergency call', () => {
  const nine = behind('9', { position: 3 })

  test('leaves as if its number had been dialed itself, if it can', () => {
    const direct = aRoute('emergency', { gateway_1_id: 'carrier-911', position: 9 })
    expect(testEmergency([nine, direct], '911', '9911', gateways).winner).toBe(direct)
  })

  test('else by a route that makes the number, rather through a gateway meant for it', () => {
    const routes = [branch, nine, behind('9', { id: 'meant', gateway_1_id: 'carrier-911', position: 4 })]
    expect(testEmergency(routes, '911', '9911', gateways).winner?.id).toBe('meant')
    const { digits, sent, verdicts } = testEmergency(routes.slice(0, 2), '911', '9911', gateways)
    expect([digits, sent]).toEqual(['911', '911'])
    expect(verdicts.map(({ route, verdict }) => [route.id, verdict])).toEqual([
      ['branch', 'no gateway'],
      ['behind 9', 'taken'],
    ])
  })

  test('leaves so by a route for the tenant’s own area code, too', () => {
    const local = aRoute('local', { strip_digits: 7, position: 1 })
    const meant = aRoute('local', { strip_digits: 7, gateway_1_id: 'carrier-911', position: 2 })
    const winner = (routes: Parameters<typeof testEmergency>[0]) =>
      testEmergency(routes, '911', '2075550911', gateways, '207').winner
    expect(winner([local, meant])).toBe(meant)
    expect(winner([local])).toBe(local)
  })

  test('stays if no route takes it', () => {
    expect(testEmergency([branch], '911', '9911', gateways).winner).toBeUndefined()
  })

  test('tries gateways not meant for it where there is no other, but none that is off or gone', () => {
    const tried = (first: string) =>
      gatewaysTried({ gateway_1_id: first, gateway_2_id: 'gone', gateway_3_id: 'carrier-a' }, '911', gateways)
    expect(tried('off')).toEqual(['carrier-a'])
    expect(tried('carrier-911')).toEqual(['carrier-911'])
  })
})

test('a phone’s class keeps a call from a route, and the test says so', () => {
  const { winner, verdicts } = testRoutes([aRoute('international')], '011442079460018', gateways, {
    phoneClass: 'national',
  })
  expect([winner, verdicts[0]?.verdict]).toEqual([undefined, 'class not allowed'])
})
