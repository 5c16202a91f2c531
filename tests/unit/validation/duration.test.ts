import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatLength } from '@/lib/recordings/format'
import { clockText, formatDuration } from '@/lib/validation/duration'

const runs = { numRuns: 1000 }

describe('formatDuration', () => {
  test.each([
    [0, '0 sec'],
    [0.9, '0 sec'],
    [1, '1 sec'],
    [2, '2 secs'],
    [60, '1 min'],
    [61, '1 min 1 sec'],
    [3600, '1 hr'],
    [3605, '1 hr 5 secs'],
    [3661, '1 hr 1 min 1 sec'],
    [7530, '2 hrs 5 mins 30 secs'],
    [360000, '100 hrs'],
    [59.99, '59 secs'],
  ])('writes %d seconds as %j', (seconds, expected) => {
    expect(formatDuration(seconds)).toBe(expected)
  })

  test('has parts that add up to the whole seconds, each singular or plural as needed', () => {
    const inSeconds: Record<string, number> = { hr: 3600, min: 60, sec: 1 }
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (seconds) => {
        const words = (formatDuration(seconds) ?? '').split(' ')
        let total = 0
        for (let i = 0; i < words.length; i += 2) {
          const count = Number(words[i])
          const unit = words[i + 1] ?? ''
          expect(unit.endsWith('s')).toBe(count > 1)
          total += count * (inSeconds[unit.replace(/s$/, '')] ?? Number.NaN)
        }
        expect(total).toBe(Math.floor(seconds))
      }),
      runs,
    )
  })

  test('returns nothing for an invalid duration', () => {
    const other = fc.oneof(
      fc.double({ max: -Number.MIN_VALUE, noNaN: true }),
      fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -1),
    )
    fc.assert(
      fc.property(other, (seconds) => {
        expect(formatDuration(seconds)).toBeUndefined()
      }),
      runs,
    )
  })
})

test.each([
  [0, '0:00'],
  [5.9, '0:05'],
  [59, '0:59'],
  [60, '1:00'],
  [754, '12:34'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [3723, '1:02:03'],
  [360_000, '100:00:00'],
])('a clock shows %s seconds as %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text)
})

test('a sound’s length reads as on a clock, from a second on', () => {
  expect([0, 400, 7400, 4_500_000].map(formatLength)).toEqual(['0:01', '0:01', '0:07', '1:15:00'])
})
