import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CYCLES, cycleOf, cyclesWithin } from '@/lib/billing/cycle'
import { charges, prorate, type Terms } from '@/lib/billing/proration'
import { dayAfter, monthStart } from '@/lib/dates/day'
import { lengthOf } from '@/lib/dates/span'

const day = fc.integer({ min: 0, max: 3650 }).map((n) => dayAfter('2020-01-01', n))
const cents = fc.bigInt({ min: 0n, max: 10_000_000n })
const cycle = fc.constantFrom(...CYCLES)
const sum = (parts: bigint[]) => parts.reduce((total, part) => total + part, 0n)

describe('cycles', () => {
  test.each([
    ['2026-02-14', 'monthly', '2026-02-01', '2026-02-28'],
    ['2028-02-14', 'monthly', '2028-02-01', '2028-02-29'],
    ['2026-12-31', 'quarterly', '2026-10-01', '2026-12-31'],
    ['2026-07-01', 'yearly', '2026-01-01', '2026-12-31'],
  ] as const)('%s %s lies in %s to %s', (date, length, from, to) => {
    expect(cycleOf(date, length)).toEqual({ from, to })
  })

  test('follow each other without a gap and hold every day', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 1500 }), cycle, (from, days, length) => {
        const found = cyclesWithin({ from, to: dayAfter(from, days) }, length)
        expect(found[0]?.from && found[0].from <= from).toBe(true)
        expect((found.at(-1)?.to ?? '') >= dayAfter(from, days)).toBe(true)
        found.slice(1).forEach((next, n) => {
          expect(next.from).toBe(dayAfter(found[n]?.to ?? '', 1))
        })
      }),
    )
  })

  test('months are counted over the turn of the year', () => {
    expect([monthStart('2026-12-31', 1), monthStart('2026-01-15', -1)]).toEqual(['2027-01-01', '2025-12-01'])
  })
})

describe('a part of a cycle', () => {
  const march = { from: '2026-03-01', to: '2026-03-31' }

  test.each([
    ['2026-03-01', '2026-03-31', 3100n],
    ['2026-03-16', '2026-03-31', 1600n],
    ['2026-03-31', '2026-03-31', 100n],
    ['2026-02-01', '2026-03-01', 100n],
    ['2026-04-01', '2026-04-30', 0n],
    ['2026-03-10', '2026-03-09', 0n],
  ])('%s to %s of $31.00 a month costs %s cents', (from, to, expected) => {
    expect(prorate(3100n, march, { from, to })).toBe(expected)
  })

  test('adds up to the whole with the other parts, however it is cut', () => {
    fc.assert(
      fc.property(cents, day, cycle, fc.array(fc.nat(400), { maxLength: 6 }), (price, date, length, cuts) => {
        const whole = cycleOf(date, length)
        const last = lengthOf({ from: whole.from, until: whole.to })
        const ends = [...new Set(cuts.map((cut) => 1 + (cut % last)).concat(last))].sort((a, b) => a - b)
        const parts = ends.map((end, n) =>
          prorate(price, whole, {
            from: dayAfter(whole.from, ends[n - 1] ?? 0),
            to: dayAfter(whole.from, end - 1),
          }),
        )
        expect(sum(parts)).toBe(price)
      }),
    )
  })

  test('is at most a cent off its share of the days', () => {
    fc.assert(
      fc.property(cents, day, day, (price, a, b) => {
        const whole = cycleOf(a, 'yearly')
        const days = { from: a, to: b < a ? a : b > whole.to ? whole.to : b }
        const exact =
          (Number(price) * lengthOf({ from: days.from, until: days.to })) /
          lengthOf({ from: whole.from, until: whole.to })
        expect(Math.abs(Number(prorate(price, whole, days)) - exact)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('what a subscription is charged', () => {
  const terms: Terms = { price: 3000n, cycle: 'monthly', startsOn: '2026-01-16', endsOn: null, prorate: true }

  test('begins with the days left of its first cycle', () => {
    expect(charges(terms, '2026-03-31')).toEqual([
      { cycle: { from: '2026-01-01', to: '2026-01-31' }, cents: 1548n },
      { cycle: { from: '2026-02-01', to: '2026-02-28' }, cents: 3000n },
      { cycle: { from: '2026-03-01', to: '2026-03-31' }, cents: 3000n },
    ])
  })

  test('is whole cycles without proration', () => {
    const whole = charges({ ...terms, prorate: false, endsOn: '2026-02-02' }, '2026-12-31')
    expect(whole.map((charge) => charge.cents)).toEqual([3000n, 3000n])
  })

  test('is the same when it ends and another takes over on the next day', () => {
    fc.assert(
      fc.property(
        cents,
        day,
        fc.integer({ min: 1, max: 700 }),
        fc.integer({ min: 0, max: 700 }),
        cycle,
        (price, start, before, after, length) => {
          const change = dayAfter(start, before)
          const until = dayAfter(change, after)
          const one: Terms = { price, cycle: length, startsOn: start, endsOn: until, prorate: true }
          const total = (list: Terms[]) =>
            sum(list.flatMap((item) => charges(item, until).map((charge) => charge.cents)))
          expect(
            total([
              { ...one, endsOn: dayAfter(change, -1) },
              { ...one, startsOn: change },
            ]),
          ).toBe(total([one]))
        },
      ),
    )
  })
})
