import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney } from '@/lib/billing/money'
import { formatFigure } from '@/lib/figures'
import { BILLING_ACCOUNTS } from '@/lib/supabase/constraints'

/** Decimals with up to four places, of up to 11 digits, as the database stores them. */
const decimal = fc
  .tuple(fc.integer({ min: -(10 ** 11), max: 10 ** 11 }), fc.integer({ min: 0, max: 4 }))
  .map(([units, places]) => units / 10 ** places)

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [-1234567, '-1,234,567'],
  [1234.5, '1,234.5'],
  [0.0625, '0.063'],
  [1.0005, '1.001'],
  [-0.0001, '0'],
  [1e-9, '0'],
])('%s is written %s', (value, text) => {
  expect(formatFigure(value)).toBe(text)
})

test('figures and amounts are written as Intl writes them', () => {
  fc.assert(
    fc.property(
      decimal,
      fc.integer({ min: 0, max: 4 }),
      fc.constantFrom(...BILLING_ACCOUNTS.currency.choices),
      (value, places, currency) => {
        const figure = new Intl.NumberFormat('en-US', {
          maximumFractionDigits: places,
          signDisplay: 'negative',
        })
        expect(formatFigure(value, places)).toBe(figure.format(value))
        const amount = new Intl.NumberFormat('en-US', {
          style: 'currency',
          currency,
          minimumFractionDigits: places,
          maximumFractionDigits: places,
          signDisplay: 'negative',
        })
        expect(formatMoney(value, currency, places)).toBe(amount.format(value))
      },
    ),
  )
})
