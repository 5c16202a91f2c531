import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayAfter } from '@/lib/dates/day'
import { lengthOf } from '@/lib/dates/span'
import {
  everyDay,
  everyHour,
  monthWithin,
  percent,
  quarterBefore,
  quarterSoFar,
  sumsOf,
} from '@/lib/reports/reports'

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('the days of a report', () => {
  test('are all in the range, with zero for days without calls', () => {
    const known = [{ day: '2026-02-28', calls: 3, answered: 1 }]
    expect(everyDay(known, { from: '2026-02-27', until: '2026-03-01' })).toEqual([
      { day: '2026-02-27', calls: 0, answered: 0 },
      { day: '2026-02-28', calls: 3, answered: 1 },
      { day: '2026-03-01', calls: 0, answered: 0 },
    ])
  })

  test('count every call, whatever the range', () => {
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 1, max: 999 }),
        (from, more, calls) => {
          const span = { from, until: dayAfter(from, more) }
          const filled = everyDay([{ day: span.until, calls, answered: 0 }], span)
          expect(filled).toHaveLength(lengthOf(span))
          expect(filled.reduce((sum, one) => sum + one.calls, 0)).toBe(calls)
        },
      ),
    )
  })
})

test('the hours of a report are all 24', () => {
  const filled = everyHour([{ hour: 23, calls: 2, answered: 2 }])
  expect(filled.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
  expect(filled.at(-1)).toEqual({ hour: 23, calls: 2, answered: 2 })
})

describe('a quarter', () => {
  test.each([
    ['2026-11-21', '2026-10-01', '2026-07-01', '2026-09-30'],
    ['2026-01-01', '2026-01-01', '2025-10-01', '2025-12-31'],
    ['2024-05-31', '2024-04-01', '2024-01-01', '2024-03-31'],
  ])('of %s starts on %s, and the previous one is %s to %s', (today, from, first, last) => {
    expect(quarterSoFar(today)).toEqual({ from, until: today })
    expect(quarterBefore(today)).toEqual({ from: first, until: last })
  })

  test('follows the previous one without a gap', () => {
    fc.assert(
      fc.property(day, (today) => {
        expect(dayAfter(quarterBefore(today).until, 1)).toBe(quarterSoFar(today).from)
      }),
    )
  })
})

test('the month behind a figure is cut to the days of the report', () => {
  const span = { from: '2026-01-20', until: '2026-03-05' }
  expect(['2026-01', '2026-02', '2026-03'].map((month) => monthWithin(month, span))).toEqual([
    { from: '2026-01-20', until: '2026-01-31' },
    { from: '2026-02-01', until: '2026-02-28' },
    { from: '2026-03-01', until: '2026-03-05' },
  ])
})

test('amounts in different currencies are totaled separately, to the cent', () => {
  const rows = [0.1, 0.2, 1000].map((amount) => ({ currency: 'USD', amount }))
  expect(sumsOf([...rows, { currency: 'EUR', amount: 5 }], ({ amount }) => amount)).toBe('$1,000.30, €5.00')
  expect(sumsOf([], () => 0)).toBe('')
})

test('a percentage of zero calls is shown as a dash', () => {
  expect([percent(1, 3), percent(0, 5), percent(0, 0)]).toEqual(['33%', '0%', '—'])
})
