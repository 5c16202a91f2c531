import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { itemTotals, lineTotal } from '@/lib/sales/item-totals'

const cents = fc.integer({ min: 0, max: 99_999_999 })
const item = fc.record({ quantity: fc.integer({ min: 1, max: 9999 }), once: cents, monthly: cents })
const asDecimal = (units: bigint) => `${units / 100n}.${String(units % 100n).padStart(2, '0')}`

describe('totals of line items', () => {
  test('are exact where floating point is not', () => {
    const items = [
      { quantity: 3, one_off_price: '0.10', monthly_price: 0.1 },
      { quantity: 1, one_off_price: 0, monthly_price: '0.2' },
    ]
    expect(itemTotals(items)).toEqual({ oneOff: '0.30', monthly: '0.50', firstYear: '6.30' })
    expect(lineTotal(7, '14.29')).toBe('100.03')
  })

  test('match sums in integer cents', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 20 }), (rows) => {
        const sum = (of: (row: (typeof rows)[number]) => number) =>
          rows.reduce((total, row) => total + BigInt(row.quantity) * BigInt(of(row)), 0n)
        const [once, monthly] = [sum((row) => row.once), sum((row) => row.monthly)]
        const items = rows.map((row) => ({
          quantity: String(row.quantity),
          one_off_price: asDecimal(BigInt(row.once)),
          monthly_price: asDecimal(BigInt(row.monthly)),
        }))
        expect(itemTotals(items)).toEqual({
          oneOff: asDecimal(once),
          monthly: asDecimal(monthly),
          firstYear: asDecimal(once + 12n * monthly),
        })
      }),
    )
  })

  test('omit incomplete lines', () => {
    for (const quantity of ['', 'x', '1.5', '-2', null, undefined]) {
      expect(lineTotal(quantity, '5.00')).toBe('0.00')
    }
    for (const price of ['', 'x', '5.001', '-1', null]) expect(lineTotal(2, price)).toBe('0.00')
  })
})
