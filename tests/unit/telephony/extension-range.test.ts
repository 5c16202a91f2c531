import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  extensionRange,
  firstFreeRange,
  MAX_RANGE_LENGTH,
  type RangeItem,
  rangeText,
} from '@/lib/telephony/extension-range'

const range = (first: string, count: number, namePattern = '') =>
  extensionRange({ first, count, namePattern })
const items = (made: RangeItem[] | string): RangeItem[] => {
  if (typeof made === 'string') throw new Error(made)
  return made
}

describe('a range of extensions', () => {
  test('counts from its first number, and names each extension by the pattern', () => {
    expect(range('1020', 3, 'Desk {n} ({number})')).toEqual([
      { number: '1020', name: 'Desk 1 (1020)' },
      { number: '1021', name: 'Desk 2 (1021)' },
      { number: '1022', name: 'Desk 3 (1022)' },
    ])
  })

  test('keeps leading zeros', () => {
    expect(items(range('0098', 3)).map(({ number }) => number)).toEqual(['0098', '0099', '0100'])
  })

  test.each([
    ['1', 3, 'Enter a first number with 2 to 7 digits.'],
    ['10000000', 1, 'Enter a first number with 2 to 7 digits.'],
    ['10a', 1, 'Enter a first number with 2 to 7 digits.'],
    ['1000', 0, 'Enter 1 to 200 extensions.'],
    ['1000', 1.5, 'Enter 1 to 200 extensions.'],
    ['1000', MAX_RANGE_LENGTH + 1, 'Enter 1 to 200 extensions.'],
    ['9990', 11, 'The range would go past 9999.'],
  ])('from %s with %d is rejected: %s', (first, count, problem) => {
    expect(range(first, count)).toBe(problem)
  })

  test('rejects a name that is too long, and says for which extension', () => {
    expect(range('1000', 10, `${'x'.repeat(59)}{n}`)).toBe('The name of 1009 is longer than 60 characters.')
  })

  test('has consecutive numbers of equal length', () => {
    const first = fc.stringMatching(/^[0-9]{2,7}$/)
    const count = fc.integer({ min: 1, max: MAX_RANGE_LENGTH })
    fc.assert(
      fc.property(first, count, (from, many) => {
        const made = range(from, many, 'Desk {n}')
        if (typeof made === 'string') return Number(from) + many - 1 > 10 ** from.length - 1
        return (
          made.length === many &&
          made.every(
            ({ number, name }, index) =>
              number.length === from.length &&
              Number(number) === Number(from) + index &&
              name === `Desk ${index + 1}`,
          )
        )
      }),
    )
  })

  test('starts at the first number from which the whole range is free', () => {
    const free = ['1000', '1002', '1003', '1007', '1008', '1009']
    expect(firstFreeRange(free, 1)).toBe('1000')
    expect(firstFreeRange(free, 2)).toBe('1002')
    expect(firstFreeRange(free, 3)).toBe('1007')
    expect(firstFreeRange(free, 4)).toBe('1000')
    expect(firstFreeRange([], 1)).toBeUndefined()
  })

  test('is written as first and last number', () => {
    expect(rangeText(items(range('1020', 20)))).toBe('1020 to 1039')
    expect(rangeText(items(range('1020', 1)))).toBe('1020')
    expect(rangeText([])).toBe('')
  })
})
