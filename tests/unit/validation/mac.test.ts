import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDeviceMac, formatMac, isMac } from '@/lib/validation/mac'
import { detectPhone } from '@/lib/validation/phone'

const runs = { numRuns: 1000 }
const hex = (minLength: number, maxLength = minLength) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength, maxLength, size: 'max' })

describe('formatMac', () => {
  test.each([
    ['00155e01abcd'],
    ['00:15:5e:01:ab:cd'],
    ['00-15-5E-01-AB-CD'],
    ['0015.5e01.abcd'],
    [' 00 15 5e 01 ab cd\n'],
    ['(00155e) "01abcd"'],
  ])('reads %j', (value) => {
    expect(formatMac(value)).toBe('00:15:5E:01:AB:CD')
    expect(isMac(value)).toBe(true)
  })

  test('joins the pairs with the given separator', () => {
    expect(formatMac('00155e01abcd', '-')).toBe('00-15-5E-01-AB-CD')
    expect(formatMac('00155e01abcd', '')).toBe('00155E01ABCD')
  })

  test.each(['', '00155e01abc', '00155e01abcd0', '00155e01abcg', '00_15_5e_01_ab_cd', '٠٠١٥٥٠٠١٠٠٠٠'])(
    'returns nothing for %j',
    (value) => {
      expect(formatMac(value)).toBeUndefined()
      expect(isMac(value)).toBe(false)
    },
  )

  test('reads twelve hex digits with any non-word characters among them', () => {
    const junk = fc.string({ unit: 'binary', maxLength: 3 }).map((text) => text.replace(/\w/g, ''))
    fc.assert(
      fc.property(hex(12), fc.array(junk, { minLength: 13, maxLength: 13 }), (digits, gaps) => {
        const typed = gaps.map((gap, i) => gap + (digits[i] ?? '')).join('')
        const pairs = digits.toUpperCase().match(/../g)
        expect(formatMac(typed)).toBe(pairs?.join(':'))
        expect(formatMac(typed, '-')).toBe(pairs?.join('-'))
      }),
      runs,
    )
  })

  test('returns nothing for any other number of hex digits', () => {
    fc.assert(
      fc.property(
        hex(0, 30).filter((digits) => digits.length !== 12),
        (digits) => {
          expect(formatMac(digits)).toBeUndefined()
        },
      ),
      runs,
    )
  })

  test('returns nothing when a word character is not a hex digit', () => {
    const stranger = fc.constantFrom(...'_ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ')
    fc.assert(
      fc.property(hex(11, 12), stranger, fc.nat(12), (digits, other, at) => {
        expect(formatMac(digits.slice(0, at) + other + digits.slice(at))).toBeUndefined()
      }),
      runs,
    )
  })

  test('never reads a term as both a MAC address and a phone number', () => {
    const unit = fc.constantFrom(...'0123456789', ...':-. ()+', 'a')
    fc.assert(
      fc.property(fc.string({ unit, minLength: 10, maxLength: 20 }), (term) => {
        expect(isMac(term) && detectPhone(term) !== undefined).toBe(false)
      }),
      runs,
    )
  })
})

describe('formatDeviceMac', () => {
  test.each(['000000000001', '100000000000', 'FFFFFFFFFFFE', 'EFFFFFFFFFFF', '0000000000FF', 'FFFFFFFFFF00'])(
    'accepts %j, which is neither all 0 nor all F',
    (value) => {
      expect(formatDeviceMac(value)).toBe(formatMac(value))
      expect(formatDeviceMac(value)).toHaveLength(17)
    },
  )

  test.each([
    '000000000000',
    '00:00:00:00:00:00',
    'ffff.ffff.ffff',
    'FF-ff-FF-ff-FF-ff',
    ' 00 00 00 00 00 00 ',
  ])('rejects %j, which cannot be a device’s address', (value) => {
    expect(isMac(value)).toBe(true)
    expect(formatDeviceMac(value)).toBeUndefined()
  })

  test('otherwise agrees with formatMac', () => {
    const notOne = hex(0, 14).filter((digits) => !/^(?:0{12}|f{12})$/i.test(digits))
    fc.assert(
      fc.property(notOne, (digits) => {
        expect(formatDeviceMac(digits)).toBe(formatMac(digits))
      }),
      runs,
    )
  })
})
