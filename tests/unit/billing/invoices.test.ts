import { expect, test } from 'vitest'
import { subscriptionForm } from '@/lib/billing/forms'
import { type InvoiceLine, isOverdue, LINE_COLUMNS, lineCells } from '@/lib/billing/invoices'
import { cyclePrice, nextCycleStart, subscriptionStatus } from '@/lib/billing/subscriptions'
import { dayLabel, monthLabel } from '@/lib/dates/format'

test('an issued invoice is overdue from the day after its due date', () => {
  const invoice = { status: 'issued', due_on: '2026-03-31' } as const
  expect(['2026-03-31', '2026-04-01'].map((day) => isOverdue(invoice, day))).toEqual([false, true])
  expect(isOverdue({ ...invoice, status: 'paid' }, '2026-04-01')).toBe(false)
  expect(isOverdue({ status: 'draft', due_on: null }, '2026-04-01')).toBe(false)
})

test('an invoice line has a cell for every column of the file', () => {
  const line = {
    description: 'Calls to Germany',
    service_from: '2026-02-01',
    service_to: null,
    quantity: 12,
    unit_price: null,
    amount: 3.5,
    tax_percent: null,
  } as InvoiceLine
  const invoice = { currency: 'CAD' }
  expect(lineCells(invoice, line)).toEqual([
    'Calls to Germany',
    '2026-02-01',
    '',
    '12',
    '',
    '3.50',
    'CAD',
    '',
  ])
  const tax = { ...line, kind: 'tax', tax_percent: 8.25 } as InvoiceLine
  expect(lineCells(invoice, tax).at(-1)).toBe('8.25')
  const seat = { ...line, service_from: null, service_to: '2026-02-28', unit_price: 22.5 }
  expect(lineCells(invoice, seat).slice(1, 5)).toEqual(['', '2026-02-28', '12', '22.5'])
  expect(lineCells(invoice, line)).toHaveLength(LINE_COLUMNS.length)
})

test('a subscription is upcoming before its first day and ended after its last', () => {
  const days = { starts_on: '2026-03-10', ends_on: '2026-03-20' }
  expect(
    ['2026-03-09', '2026-03-10', '2026-03-20', '2026-03-21'].map((day) => subscriptionStatus(days, day)),
  ).toEqual(['upcoming', 'active', 'active', 'ended'])
  expect(subscriptionStatus({ ...days, ends_on: null }, '2099-01-01')).toBe('active')
})

test('the price of a billing cycle is the sum of its months', () => {
  expect([cyclePrice(22, 'monthly'), cyclePrice(1.5, 'quarterly'), cyclePrice(0.1, 'yearly')]).toEqual([
    '22.00',
    '4.50',
    '1.20',
  ])
})

test('the next cycle starts with a calendar month, quarter or year', () => {
  expect(nextCycleStart('2026-11-27', 'monthly')).toBe('2026-12-01')
  expect(nextCycleStart('2026-12-31', 'monthly')).toBe('2027-01-01')
  expect(nextCycleStart('2026-01-01', 'quarterly')).toBe('2026-04-01')
  expect(nextCycleStart('2026-11-27', 'quarterly')).toBe('2027-01-01')
  expect(nextCycleStart('2026-11-27', 'yearly')).toBe('2027-01-01')
})

test('dates are shown as they are stored, whatever the time zone', () => {
  expect([dayLabel('2026-03-01'), monthLabel('2026-03-01')]).toEqual(['Mar 1, 2026', 'March 2026'])
})

test('form input is validated the way the database validates it', () => {
  const terms = {
    service_id: crypto.randomUUID(),
    description: '',
    quantity: '3',
    unit_price: '22.5',
    setup_fee: '0',
    cycle: 'monthly',
    starts_on: '2026-03-10',
    ends_on: '',
    prorate: true,
  }
  const refused = (given: object) =>
    subscriptionForm.safeParse({ ...terms, ...given }).error?.issues.map(({ path }) => path[0])
  expect(refused({})).toBeUndefined()
  expect(refused({ ends_on: '2026-03-09' })).toEqual(['ends_on'])
  expect(refused({ quantity: '0' })).toEqual(['quantity'])
  expect(refused({ quantity: '1.5' })).toEqual(['quantity'])
  expect(refused({ unit_price: '22.505' })).toEqual(['unit_price'])
  expect(refused({ service_id: '' })).toEqual(['service_id'])
})
