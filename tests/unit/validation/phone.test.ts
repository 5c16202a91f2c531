import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  detectOutsideNumber,
  detectPhone,
  formatNorthAmericanPhone,
  phoneToElevenDigits,
  phoneToTenDigits,
  shownLabel,
  shownNumber,
} from '@/lib/validation/phone'

const runs = { numRuns: 1000 }
const digits = (minLength: number, maxLength = minLength) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength, size: 'max' })
const separators = (allowed: string) => fc.string({ unit: fc.constantFrom(...allowed), maxLength: 3 })

/** The text with random separators before, between and after its characters. */
function separated(
  text: fc.Arbitrary<string>,
  allowed: string,
): fc.Arbitrary<{ plain: string; typed: string }> {
  return text.chain((plain) =>
    fc
      .array(separators(allowed), { minLength: plain.length + 1, maxLength: plain.length + 1 })
      .map((gaps) => ({ plain, typed: gaps.map((gap, i) => gap + (plain[i] ?? '')).join('') })),
  )
}

describe('formatNorthAmericanPhone', () => {
  test.each([
    ['2125550100', '(212) 555-0100'],
    ['12125550100', '(212) 555-0100'],
    ['+1 (212) 555-0100', '(212) 555-0100'],
    ['((212-555-0100', '(212) 555-0100'],
    ['0000000000', '(000) 000-0000'],
  ])('formats %j as %j', (value, expected) => {
    expect(formatNorthAmericanPhone(value)).toBe(expected)
  })

  test.each([
    '',
    ' ',
    '212.555.0100',
    '212/555/0100',
    '2125550100x5',
    '2125550100\n',
    '212\t5550100',
    '212\u00a05550100',
    '٢١٢٥٥٥٠١٠٠',
    '２１２５５５０１００',
    '22125550100',
    '125550100',
    '212555010',
    '112125550100',
  ])('returns nothing for %j', (value) => {
    expect(formatNorthAmericanPhone(value)).toBeUndefined()
  })

  test('formats ten digits whatever allowed characters stand around them', () => {
    fc.assert(
      fc.property(separated(digits(10), '+-() '), ({ plain, typed }) => {
        const expected = `(${plain.slice(0, 3)}) ${plain.slice(3, 6)}-${plain.slice(6)}`
        expect(formatNorthAmericanPhone(typed)).toBe(expected)
        expect(formatNorthAmericanPhone(`1${typed}`)).toBe(expected)
      }),
      runs,
    )
  })

  test('returns nothing if there is a single other character', () => {
    const stranger = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 1 })
      .filter((c) => !/[0-9+\-() ]/.test(c))
    fc.assert(
      fc.property(digits(10, 11), stranger, fc.nat(11), (number, other, at) => {
        expect(formatNorthAmericanPhone(number.slice(0, at) + other + number.slice(at))).toBeUndefined()
      }),
      runs,
    )
  })

  test('returns nothing for any other number of digits, and for eleven that do not start with 1', () => {
    const wrong = digits(0, 16).filter((d) => d.length !== 10 && !(d.length === 11 && d.startsWith('1')))
    fc.assert(
      fc.property(separated(wrong, '+-() '), ({ typed }) => {
        expect(formatNorthAmericanPhone(typed)).toBeUndefined()
      }),
      runs,
    )
  })

  test('is unchanged by formatting twice', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), digits(10)), (value) => {
        const once = formatNorthAmericanPhone(value)
        if (once !== undefined) expect(formatNorthAmericanPhone(once)).toBe(once)
      }),
      runs,
    )
  })
})

describe('phoneToTenDigits and phoneToElevenDigits', () => {
  test('keep ten digits and add a leading 1', () => {
    fc.assert(
      fc.property(digits(10), (number) => {
        expect(phoneToTenDigits(number)).toBe(number)
        expect(phoneToElevenDigits(number)).toBe(`1${number}`)
      }),
      runs,
    )
  })

  test('drop the first of eleven digits whatever it is, and keep all eleven', () => {
    fc.assert(
      fc.property(digits(11), (number) => {
        expect(phoneToTenDigits(number)).toBe(number.slice(1))
        expect(phoneToElevenDigits(number)).toBe(number)
      }),
      runs,
    )
  })

  test('are undefined for anything else', () => {
    const other = fc
      .oneof(
        digits(0, 20),
        fc.string({ unit: 'binary' }),
        separated(digits(10), '+-(). \n'),
        fc.constantFrom(
          '٢١٢٥٥٥٠١٠٠',
          ' 2125550100',
          '2125550100 ',
          '2125550100\n',
          '+12125550100',
          '1e10',
          '121255501000',
        ),
      )
      .map((value) => (typeof value === 'string' ? value : value.typed))
      .filter((value) => !/^[0-9]{10,11}$/.test(value))
    fc.assert(
      fc.property(other, (value) => {
        expect(phoneToTenDigits(value)).toBeUndefined()
        expect(phoneToElevenDigits(value)).toBeUndefined()
      }),
      runs,
    )
  })
})

describe('detectPhone', () => {
  const valid = fc
    .tuple(fc.constantFrom(...'23456789'), digits(2), fc.constantFrom(...'23456789'), digits(6))
    .map((parts) => parts.join(''))

  test.each([
    '2125550100',
    '12125550100',
    '+12125550100',
    '212-555-0100',
    '212.555.0100',
    '212 555 0100',
    '(212) 555-0100',
    '(212)555-0100',
    '1 (212) 555-0100',
    '+1 212.555.0100',
    '+1 (212) 555-0100',
    '1-212-555-0100',
    '212/555-0100',
    '(+1) 212 555 0100',
    ' 212\u2013555\u20130100 ',
    '  +1 212 555 0100\n',
    '212\u00a0555\u00a00100',
    '\u202a(212) 555-0100\u202c',
    'tel:+1-212-555-0100',
  ])('recognizes %j', (term) => {
    expect(detectPhone(term)).toBe('+12125550100')
  })

  test.each([
    '',
    '555-0100',
    '212555010',
    '22125550100',
    '112125550100',
    '1125550100',
    '2121550100',
    '+2125550100',
    '+442075550100',
    '++12125550100',
    '212+5550100',
    '2125550100 ext 5',
    'call 2125550100',
    '212,555,0100',
    '٢١٢٥٥٥٠١٠٠',
    'Acme 2125550100',
  ])('finds no phone number in %j', (term) => {
    expect(detectPhone(term)).toBeUndefined()
  })

  test('finds the number with any mixture of separators, with or without the country code', () => {
    fc.assert(
      fc.property(
        separated(valid, ' .-/()'),
        fc.constantFrom('', '1', '1 ', '+1', '+1-'),
        (number, prefix) => {
          expect(detectPhone(prefix + number.typed)).toBe(`+1${number.plain}`)
        },
      ),
      runs,
    )
  })
})

test.each([
  ['406-555-0114', '+14065550114'],
  ['+44 (20) 7946-0958', '+442079460958'],
  ['1001', undefined],
  ['+44', undefined],
  ['Reception', undefined],
  ['tel:+442079460958', '+442079460958'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['+44 20\u20137946\u20110958', '+442079460958'],
  ['\u202a+44 20 7946 0958\u202c', '+442079460958'],
  ['011 44 20 7946 0958', '+442079460958'],
  ['＋４４　２０　７９４６　０９５８', '+442079460958'],
  ['+1 123 456 7890', undefined],
  ['+0 44 2079 460958', undefined],
  ['+442079460958;ext=5', undefined],
])('the outside number typed as %s is %s', (typed, number) => {
  expect(detectOutsideNumber(typed)).toBe(number)
})

test.each([
  ['+12125550100', '(212) 555-0100', '(212) 555-0100'],
  ['+442079460958', '+442079460958', '+442079460958'],
  // Ten digits after the plus, as in Norway and New Zealand.
  ['+4722123456', '+4722123456', '+4722123456'],
  ['+6498876543 Reception desk', '+6498876543 Reception desk', '+6498876543 Reception desk'],
  ['+12125550100 Reception desk', '+12125550100 Reception desk', '(212) 555-0100 Reception desk'],
  ['2125550100 orders', '2125550100 orders', '2125550100 orders'],
  ['1001', '1001', '1001'],
  ['', '', ''],
])('%j is shown as the number %j and the label %j', (stored, number, label) => {
  expect(shownNumber(stored)).toBe(number)
  expect(shownLabel(stored)).toBe(label)
})
