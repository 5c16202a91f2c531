import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { billedSeconds, callCost, type Rate, rateCalls, ratedDigits, rateFor } from '@/lib/billing/rating'

const LOCAL: Rate = {
  prefix: '1',
  connect_fee: '0.0100',
  included_seconds: 0,
  cost_per_minute: '0.0150',
  first_increment: 30,
  next_increment: 6,
}

const anyRate = fc.record<Rate>({
  prefix: fc.stringMatching(/^[0-9]{0,5}$/),
  connect_fee: fc.integer({ min: 0, max: 20_000 }).map((units) => (units / 10_000).toFixed(4)),
  included_seconds: fc.integer({ min: 0, max: 120 }),
  cost_per_minute: fc.integer({ min: 0, max: 50_000 }).map((units) => (units / 10_000).toFixed(4)),
  first_increment: fc.integer({ min: 1, max: 90 }),
  next_increment: fc.integer({ min: 1, max: 90 }),
})
const seconds = fc.integer({ min: 0, max: 20_000 })

describe('the digits of a dialled number', () => {
  test.each([
    ['+12075550100', '12075550100'],
    ['2075550100', '12075550100'],
    ['12075550100', '12075550100'],
    ['(207) 555-0100', '12075550100'],
    ['011442079460000', '442079460000'],
    ['+0115550100', '0115550100'],
    ['911', '911'],
    ['anonymous', ''],
  ])('%s is rated as %s', (number, digits) => {
    expect(ratedDigits(number)).toBe(digits)
  })
})

describe('the rate of a number', () => {
  const rates = ['', '1', '1207', '44', '4479'].map((prefix) => ({ prefix }))

  test.each([
    ['+12075550100', '1207'],
    ['+12085550100', '1'],
    ['+447911123456', '4479'],
    ['+442079460000', '44'],
    ['+4930901820', ''],
  ])('%s has that of prefix "%s"', (number, prefix) => {
    expect(rateFor(number, rates)?.prefix).toBe(prefix)
  })

  test('is none when no prefix fits', () => {
    expect(rateFor('+4930901820', [{ prefix: '1' }])).toBeUndefined()
  })

  test('is the longest of those that fit, whatever their order', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[12]{0,6}$/)),
        fc.stringMatching(/^[12]{1,8}$/),
        (prefixes, digits) => {
          const found = rateFor(
            `+${digits}`,
            prefixes.map((prefix) => ({ prefix })),
          )?.prefix
          const fitting = prefixes.filter((prefix) => digits.startsWith(prefix)).map(({ length }) => length)
          expect(found?.length).toBe(fitting.length > 0 ? Math.max(...fitting) : undefined)
        },
      ),
    )
  })
})

describe('billed seconds', () => {
  test.each([
    [0, 0],
    [1, 30],
    [30, 30],
    [31, 36],
    [36, 36],
    [37, 42],
    [600, 600],
  ])('%i seconds at 30/6 are billed as %i', (talk, billed) => {
    expect(billedSeconds(talk, LOCAL)).toBe(billed)
  })

  test('begin after the included ones', () => {
    const rate = { ...LOCAL, included_seconds: 60 }
    expect([59, 60, 61, 91].map((talk) => billedSeconds(talk, rate))).toEqual([0, 0, 30, 36])
  })

  test('cover the call, by less than an increment more', () => {
    fc.assert(
      fc.property(seconds, anyRate, (talk, rate) => {
        const billed = billedSeconds(talk, rate)
        const chargeable = Math.max(0, talk - rate.included_seconds)
        expect(billed).toBeGreaterThanOrEqual(chargeable)
        if (chargeable > rate.first_increment) expect(billed - chargeable).toBeLessThan(rate.next_increment)
      }),
    )
  })

  test('never fall while the call gets longer, nor does its cost', () => {
    fc.assert(
      fc.property(seconds, seconds, anyRate, (a, b, rate) => {
        const [short, long] = a < b ? [a, b] : [b, a]
        expect(billedSeconds(long, rate)).toBeGreaterThanOrEqual(billedSeconds(short, rate))
        expect(callCost(long, rate) >= callCost(short, rate)).toBe(true)
      }),
    )
  })
})

describe('the cost of a call', () => {
  test('is the connect fee and the billed time, to four places, halves away from zero', () => {
    expect(callCost(60, LOCAL)).toBe(250n)
    // 1 second at 0.0090 a minute is 0.00015.
    expect(
      callCost(1, {
        ...LOCAL,
        connect_fee: 0,
        cost_per_minute: '0.0090',
        first_increment: 1,
        next_increment: 1,
      }),
    ).toBe(2n)
  })

  test('is nothing unless it was answered, and at least the connect fee when it was', () => {
    expect(callCost(null, LOCAL)).toBe(0n)
    expect(callCost(0, LOCAL)).toBe(100n)
  })

  test('is never more than 0.00005 off the exact price', () => {
    fc.assert(
      fc.property(seconds, anyRate, (talk, rate) => {
        const exact =
          Number(rate.connect_fee) + (billedSeconds(talk, rate) * Number(rate.cost_per_minute)) / 60
        expect(Math.abs(Number(callCost(talk, rate)) / 10_000 - exact)).toBeLessThan(0.00005 + 1e-9)
      }),
    )
  })
})

test('calls are summed by prefix; those that no rate covers are counted and cost nothing', () => {
  const usage = rateCalls(
    [
      { to: '+12075550100', talkSeconds: 60 },
      { to: '2075550101', talkSeconds: 20 },
      { to: '+12075550102', talkSeconds: null },
      { to: '+442079460000', talkSeconds: 60 },
    ],
    [LOCAL],
  )
  expect(Object.fromEntries(usage)).toEqual({
    1: { calls: 2, billedSeconds: 90, cost: 425n },
    undefined: { calls: 1, billedSeconds: 0, cost: 0n },
  })
})
