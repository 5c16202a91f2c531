import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatOrdinal } from '@/lib/validation/ordinal'

const runs = { numRuns: 1000 }

describe('formatOrdinal', () => {
  test.each([
    [0, '0th'],
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [4, '4th'],
    [10, '10th'],
    [11, '11th'],
    [12, '12th'],
    [13, '13th'],
    [14, '14th'],
    [21, '21st'],
    [22, '22nd'],
    [23, '23rd'],
    [101, '101st'],
    [111, '111th'],
    [112, '112th'],
    [213, '213th'],
    [-1, '-1st'],
    [-12, '-12th'],
  ])('writes %d as %s', (value, expected) => {
    expect(formatOrdinal(value)).toBe(expected)
  })

  test('agrees with the English ordinal rules of the Unicode database', () => {
    const rules = new Intl.PluralRules('en', { type: 'ordinal' })
    const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
    fc.assert(
      fc.property(fc.oneof(fc.nat(300), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })), (value) => {
        expect(formatOrdinal(value)).toBe(`${value}${suffixes[rules.select(value)]}`)
      }),
      runs,
    )
  })

  test('returns nothing for what is not a safe integer', () => {
    const other = fc.oneof(
      fc.double().filter((value) => !Number.isSafeInteger(value)),
      fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 1.5, 2 ** 53),
    )
    fc.assert(
      fc.property(other, (value) => {
        expect(formatOrdinal(value)).toBeUndefined()
      }),
      runs,
    )
  })
})
