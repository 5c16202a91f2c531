import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GATEWAYS } from '@/lib/supabase/constraints'
import { calledNumber, dialedDigits } from '@/lib/telephony/dialed-number'
import { gatewayNumber, inGatewayFormat } from '@/lib/telephony/gateway-number'

const FORMATS = GATEWAYS.number_format.choices
const digits = (from: number, to: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: from, maxLength: to }).map((list) => list.join(''))
const format = fc.constantFrom(...FORMATS)
const prefix = fc.stringMatching(/^[0-9*#]{0,15}$/)
/** Numbers of the North American plan. */
const national = fc
  .tuple(fc.integer({ min: 2, max: 9 }), digits(2, 2), fc.integer({ min: 2, max: 9 }), digits(6, 6))
  .map((parts) => `+1${parts.join('')}`)
const abroad = fc.tuple(fc.integer({ min: 2, max: 9 }), digits(6, 14)).map((parts) => `+${parts.join('')}`)
const short = digits(1, 6)

describe('a number sent to a gateway', () => {
  test.each([
    ['e164', '+12075550142', '+442079460018'],
    ['e164_without_plus', '12075550142', '442079460018'],
    ['national', '2075550142', '011442079460018'],
    ['national_with_1', '12075550142', '011442079460018'],
  ])('in the format %s is %s, or %s for an international number', (number_format, home, far) => {
    const sent = (number: string, before = '') => gatewayNumber({ number_format, prefix: before }, number)
    expect([sent('+12075550142'), sent('2075550142'), sent('12075550142')]).toEqual([home, home, home])
    expect([sent('+442079460018'), sent('011442079460018')]).toEqual([far, far])
    expect([sent('+12075550142', '88#'), sent('+442079460018', '88#')]).toEqual([`88#${home}`, `88#${far}`])
  })

  test.each(['911', '988', '411', '0', '*67', '5550142', '77123', 'anonymous'])(
    'is sent as %s, without formatting or a prefix',
    (number) => {
      for (const number_format of FORMATS)
        expect(gatewayNumber({ number_format, prefix: '99' }, number)).toBe(number)
    },
  )

  test('with few digits is sent unchanged', () => {
    fc.assert(
      fc.property(format, prefix, short, (number_format, before, number) => {
        expect(gatewayNumber({ number_format, prefix: before }, number)).toBe(number)
      }),
      { numRuns: 10_000 },
    )
  })

  test('is the prefix plus the formatted number, however the number was written', () => {
    fc.assert(
      fc.property(format, prefix, fc.oneof(national, abroad), (number_format, before, number) => {
        const gateway = { number_format, prefix: before }
        const sent = gatewayNumber(gateway, number)
        expect(sent).toBe(before + inGatewayFormat(number_format, number))
        expect(gatewayNumber(gateway, dialedDigits(number) ?? '')).toBe(sent)
      }),
      { numRuns: 10_000 },
    )
  })

  test('can be converted back, whatever the format', () => {
    const readable = fc.oneof(
      fc.tuple(format, national),
      fc.tuple(fc.constantFrom('e164', 'national', 'national_with_1'), abroad),
    )
    fc.assert(
      fc.property(readable, ([number_format, number]) => {
        const sent = gatewayNumber({ number_format, prefix: '' }, number)
        expect(calledNumber(dialedDigits(sent) ?? '')).toBe(number)
      }),
      { numRuns: 10_000 },
    )
  })
})
