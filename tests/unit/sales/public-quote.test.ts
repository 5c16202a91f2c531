import { expect, test } from 'vitest'
import { customersDay } from '@/lib/sales/public-quote'
import { quoteState } from '@/lib/sales/quotes'

test.each([
  [
    'in the evening of its last day in Hawaii, when it is the next day in UTC',
    '2026-12-01T08:00:00Z',
    'sent',
  ],
  ['once its last day is over everywhere', '2026-12-01T12:00:00Z', 'expired'],
])('a customer’s quote is, %s: %s, %s', (_when, now, state) => {
  const quote = { status: 'sent', valid_until: '2026-11-30' } as const
  expect(quoteState(quote, customersDay(new Date(now)))).toBe(state)
})
