import { expect, test } from 'vitest'
import { businessDayAt } from '@/lib/dates/business-day'

const day = { today: '2026-12-31', ends_at: '2027-01-01T05:00:00Z' }

test.each([
  ['is the one that the database told until it ends', '2027-01-01T04:59:59Z', '2026-12-31'],
  ['is the next one from then on', '2027-01-01T05:00:00Z', '2027-01-01'],
  ['goes on while nobody asks again', '2027-01-02T05:00:00Z', '2027-01-02'],
])('the business day %s', (_, at, expected) => {
  expect(businessDayAt(day, Date.parse(at))).toBe(expected)
})

test('the business day is UTC’s while the database has not told any', () => {
  expect(businessDayAt(undefined, Date.parse('2027-01-01T04:59:59Z'))).toBe('2027-01-01')
})
