import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalMarkOf, readNumber } from '@/lib/number-style'

const amounts = fc.integer({ min: -999_999_999, max: 999_999_999 }).map((cents) => cents / 100)
const locales = { '.': 'en-US', ',': 'de-DE' } as const

describe('a number in a file', () => {
  test.each([
    ['1,234.50', '.', 1234.5],
    ['1.234,50', ',', 1234.5],
    ['1 234,50', ',', 1234.5],
    ["1'234.50", '.', 1234.5],
    ['$12', '.', 12],
    ['12,50 €', ',', 12.5],
    ['-3', ',', -3],
    ['.5', '.', 0.5],
    ['1,5', '.', undefined],
    ['1.5', ',', undefined],
    ['1,23,456', '.', undefined],
    ['1e3', '.', undefined],
    ['12 phones', '.', undefined],
    ['', '.', undefined],
    ['-', '.', undefined],
  ] as const)('%j with the decimal mark %j is read as %j', (cell, decimal, value) => {
    expect(readNumber(cell, decimal)).toBe(value)
  })

  test.each(['.', ','] as const)('is read as its locale writes it, with the decimal mark %j', (decimal) => {
    const words = new Intl.NumberFormat(locales[decimal], { minimumFractionDigits: 2 })
    fc.assert(
      fc.property(amounts, (amount) => {
        const cell = words.format(amount)
        expect(readNumber(cell, decimal)).toBe(amount)
        expect(decimalMarkOf([cell], decimal === '.' ? ';' : ',')).toBe(decimal)
      }),
    )
  })

  test('never reads as more than one value, and anything else is rejected', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9.,]{1,9}$/), (cell) => {
        const [point, comma] = [readNumber(cell, '.'), readNumber(cell, ',')]
        return [point, comma].every((value) => value === undefined || Number.isFinite(value))
      }),
    )
  })
})

test('a file with an ambiguous decimal mark is read by its separator', () => {
  expect(decimalMarkOf(['1,234', '12'], ',')).toBe('.')
  expect(decimalMarkOf(['1.234', '12'], ';')).toBe(',')
  expect(decimalMarkOf(['1.234', '1.5'], ';')).toBe('.')
  expect(decimalMarkOf(['0.125'], ';')).toBe('.')
  expect(decimalMarkOf(['1.234.567'], ',')).toBe(',')
})
