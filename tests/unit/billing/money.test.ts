import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatMoney, fromUnits, isAmount, toUnits } from '@/lib/billing/money'

describe('minor units', () => {
  test.each([
    ['12.34', 2, 1234n],
    ['0.0005', 4, 5n],
    ['7', 2, 700n],
    ['-3.5', 2, -350n],
    [0.1, 2, 10n],
    ['1.2000', 2, 120n],
  ])('%s with %i decimals is %s', (text, places, units) => {
    expect(toUnits(text, places)).toBe(units)
  })

  test.each(['', 'x', '1.', '1.234', '1e3', '.5'])('%s is rejected', (text) => {
    expect(() => toUnits(text, 2)).toThrow(RangeError)
  })

  test('convert back to the text they came from', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
        fc.integer({ min: 0, max: 6 }),
        (units, places) => {
          expect(toUnits(fromUnits(units, places), places)).toBe(units)
        },
      ),
    )
  })
})

test('amounts are formatted for reading', () => {
  expect(formatMoney(1234.5, 'USD')).toBe('$1,234.50')
  expect(formatMoney('-20', 'USD')).toBe('-$20.00')
  expect(formatMoney(0.0125, 'USD', 4)).toBe('$0.0125')
})

test('an amount has no more decimals than its currency, and no sign', () => {
  expect(['0', '12.50', ' 7 '].every((text) => isAmount(text))).toBe(true)
  expect(['', '-1', '1.234', '1,5', '1e2'].some((text) => isAmount(text))).toBe(false)
  expect(isAmount('0.0125', 4)).toBe(true)
})
