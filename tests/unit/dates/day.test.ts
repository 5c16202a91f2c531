import { expect, test } from 'vitest'
import { monthStart } from '@/lib/dates/day'

test('month arithmetic crosses the turn of the year', () => {
  expect([monthStart('2026-12-31', 1), monthStart('2026-01-15', -1)]).toEqual(['2027-01-01', '2025-12-01'])
})
