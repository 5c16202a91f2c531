import { describe, expect, test } from 'vitest'
import { taxLabel, termsLabel } from '@/lib/billing/account'
import { CYCLE_LABELS, CYCLES } from '@/lib/billing/cycle'
import { adjustmentForm, changeForm, paymentForm, seatsForm, subscriptionForm } from '@/lib/billing/forms'
import { LINE_COLUMNS } from '@/lib/billing/invoices'
import { formatMoney, fromUnits, isAmount, toUnits } from '@/lib/billing/money'
import { METHOD_LABELS, PAYMENT_METHODS } from '@/lib/billing/payments'
import { subscriptionStatus } from '@/lib/billing/subscriptions'

const SUBSCRIPTION = {
  service_id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  description: ' Seats ',
  quantity: '3',
  unit_price: ' 22.50 ',
  setup_fee: '0',
  cycle: 'monthly',
  starts_on: '2026-03-10',
  ends_on: '2026-03-10',
  prorate: true,
}
const PAYMENT = {
  method: 'card',
  amount: '0.01',
  received_on: '2026-03-10',
  reference: ' 17 ',
  invoice_id: '',
}
const ADJUSTMENT = { kind: 'credit', description: ' Outage ', amount: '5' }

const FORMS = {
  subscription: { schema: subscriptionForm, good: SUBSCRIPTION },
  change: { schema: changeForm, good: { from_day: '2026-03-10', quantity: '2', unit_price: '1.5' } },
  payment: { schema: paymentForm(PAYMENT.received_on), good: PAYMENT },
  adjustment: { schema: adjustmentForm, good: ADJUSTMENT },
  seats: { schema: seatsForm, good: { purchased: '0', cap: 'soft' } },
} as const

/** Paths and messages of the issues. */
const wrong = (form: keyof typeof FORMS, given: object) => {
  const { schema, good } = FORMS[form]
  return schema.safeParse({ ...good, ...given }).error?.issues.map(({ path, message }) => [path[0], message])
}

describe('a billing form', () => {
  test('parses numbers as numbers, and trims text', () => {
    expect(subscriptionForm.parse(SUBSCRIPTION)).toEqual({
      ...SUBSCRIPTION,
      description: 'Seats',
      quantity: 3,
      unit_price: '22.50',
    })
    expect(paymentForm(PAYMENT.received_on).parse(PAYMENT)).toEqual({ ...PAYMENT, reference: '17' })
    expect(adjustmentForm.parse(ADJUSTMENT)).toEqual({ ...ADJUSTMENT, description: 'Outage' })
    expect(seatsForm.parse({ purchased: '7', cap: 'hard' })).toEqual({ purchased: 7, cap: 'hard' })
    expect(changeForm.parse(FORMS.change.good)).toEqual({
      from_day: '2026-03-10',
      quantity: 2,
      unit_price: '1.5',
    })
  })

  test.each([
    ['subscription', 'service_id', 'x'],
    ['subscription', 'description', 'x'.repeat(256)],
    ['subscription', 'quantity', '0'],
    ['subscription', 'quantity', '100001'],
    ['subscription', 'quantity', '1.5'],
    ['subscription', 'quantity', 'x'],
    ['subscription', 'quantity', ''],
    ['subscription', 'unit_price', '1.234'],
    ['subscription', 'setup_fee', ''],
    ['subscription', 'cycle', 'weekly'],
    ['subscription', 'starts_on', '10.3.2026'],
    ['subscription', 'ends_on', 'x'],
    ['subscription', 'prorate', 'yes'],
    ['change', 'from_day', ''],
    ['change', 'quantity', '0'],
    ['change', 'unit_price', '-1'],
    ['payment', 'method', 'shells'],
    ['payment', 'amount', '0.00'],
    ['payment', 'received_on', ''],
    ['payment', 'received_on', '2126-03-10'],
    ['payment', 'reference', 'x'.repeat(129)],
    ['payment', 'invoice_id', null],
    ['adjustment', 'kind', 'gift'],
    ['adjustment', 'description', ' '],
    ['adjustment', 'amount', '0'],
    ['seats', 'purchased', '-1'],
    ['seats', 'purchased', ''],
    ['seats', 'purchased', ' '],
    ['seats', 'purchased', '1e3'],
    ['seats', 'cap', 'none'],
  ] as const)('for a %s rejects %s = %j with a reason', (form, field, value) => {
    const issues = wrong(form, { [field]: value })
    expect(issues?.map(([path]) => path)).toEqual([field])
    expect(issues?.[0]?.[1]).toMatch(/./)
  })

  test('accepts values at their limits', () => {
    expect(wrong('subscription', { ends_on: '', quantity: '100000' })).toBeUndefined()
    expect(wrong('adjustment', { kind: 'charge', description: 'x'.repeat(255) })).toBeUndefined()
  })

  test('states the database’s limits in its error messages', () => {
    expect(wrong('subscription', { quantity: '0' })).toEqual([['quantity', 'Enter at least 1.']])
    expect(wrong('subscription', { quantity: '100001' })).toEqual([['quantity', 'Enter at most 100,000.']])
    expect(wrong('seats', { purchased: '-1' })).toEqual([['purchased', 'Enter at least 0.']])
    expect(wrong('seats', { purchased: '' })).toEqual([['purchased', 'Enter a whole number.']])
    expect(wrong('payment', { reference: 'x'.repeat(129) })).toEqual([
      ['reference', 'Use at most 128 characters.'],
    ])
  })

  test('does not allow a subscription to end before it starts', () => {
    expect(wrong('subscription', { ends_on: '2026-03-09' })?.map(([path]) => path)).toEqual(['ends_on'])
  })
})

describe('money', () => {
  test('has no decimals in a currency without minor units', () => {
    expect([fromUnits(5n, 0), fromUnits(-5n, 2), fromUnits(0n, 2), fromUnits(-1234n, 2)]).toEqual([
      '5',
      '-0.05',
      '0.00',
      '-12.34',
    ])
  })

  test('is rejected with the offending text when it is malformed in more than one way', () => {
    expect(() => toUnits('1.234', 2)).toThrow('1.234 is not a decimal with 2 places.')
    for (const text of ['x1.00', '1.00x', '--1']) expect(() => toUnits(text, 2)).toThrow(RangeError)
  })

  test('has at most nine digits before the decimal point', () => {
    expect([isAmount('123456789.12'), isAmount('1234567890'), isAmount('1.'), isAmount('x1')]).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect([isAmount('1.23456', 4), isAmount('1x', 4)]).toEqual([false, false])
  })

  test('is formatted in its currency', () => {
    expect([formatMoney(1, 'EUR'), formatMoney(0.5, 'USD', 0), formatMoney(1.5, 'USD', 3)]).toEqual([
      '€1.00',
      '$1',
      '$1.500',
    ])
  })
})

describe('a billing account', () => {
  test('shows which tax is added to its invoices', () => {
    const tax = { tax: 'Sales tax, Denver', tax_percent: 8.81, tax_exemption: '' }
    expect(taxLabel(tax)).toBe('Sales tax, Denver, 8.81%')
    expect(taxLabel({ ...tax, tax_exemption: 'CO-17' })).toBe('Exempt: CO-17')
    expect(taxLabel({ tax: null, tax_percent: null, tax_exemption: '' })).toBe('None')
  })

  test('shows its payment terms', () => {
    expect([termsLabel(0), termsLabel(30)]).toEqual(['Due on receipt', 'Net 30'])
  })

  test('has a label for each payment method and billing cycle', () => {
    for (const method of PAYMENT_METHODS) expect(METHOD_LABELS[method].toLowerCase()).toBe(method)
    for (const cycle of CYCLES) expect(CYCLE_LABELS[cycle].toLowerCase()).toBe(cycle)
  })

  test('exports invoice lines under fixed column names', () => {
    expect(LINE_COLUMNS.join()).toBe('Description,From,To,Quantity,Unit price,Amount,Currency,Tax rate')
  })

  test('has subscriptions that are active from their start day and may have no end', () => {
    expect(subscriptionStatus({ starts_on: '2026-03-10', ends_on: null }, '2026-03-10')).toBe('active')
  })
})
