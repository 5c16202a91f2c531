import { afterEach, expect, test, vi } from 'vitest'
import { quoteState } from '@/lib/sales/quotes'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

test.each([
  [
    'in the evening of its last day in Hawaii, when it is the next day in UTC',
    '2026-12-01T08:00:00Z',
    'sent',
  ],
  ['once its last day is over everywhere', '2026-12-01T12:00:00Z', 'expired'],
])('a quote is, to its customer and to staff in Auckland, %s: %s, %s', (_when, now, state) => {
  vi.stubEnv('TZ', 'Pacific/Auckland')
  vi.setSystemTime(now)
  expect(quoteState({ status: 'sent', valid_until: '2026-11-30' })).toBe(state)
})
