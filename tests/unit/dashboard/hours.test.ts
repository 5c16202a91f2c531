import { expect, test } from 'vitest'
import { describeHours } from '@/lib/dashboard/hours'

const day = (counts: Record<number, number>) => Array.from({ length: 24 }, (_, hour) => counts[hour] ?? 0)

test.each([
  [{}, 'No calls yet today.'],
  [{ 0: 1 }, 'Calls by hour, from 12:00 AM to 1:00 AM; busiest from 12:00 AM with 1 call.'],
  [
    { 8: 3, 9: 1200, 23: 2 },
    'Calls by hour, from 8:00 AM to 12:00 AM; busiest from 9:00 AM with 1,200 calls.',
  ],
])('describes a day with %j calls: %s', (counts, words) => {
  expect(describeHours(day(counts))).toBe(words)
})
