import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { CYCLES } from '@/lib/billing/cycle'
import { dayAfter } from '@/lib/dates/day'
import { lengthOf } from '@/lib/dates/span'
import { importRecords } from '@/lib/records/import-records'
import { countRecords } from '@/lib/records/record-list'
import { ratesOf } from '@/lib/resources/plan-rate'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query } from '../support/database'
import { newRatePlan, newRatePlanRate } from '../support/factories/billing'
import { type Given, insertRow } from '../support/factories/row'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

/** The results of an expression over columns of `rows`, in order. */
async function each<Answer>(expression: string, columns: string, rows: readonly object[]): Promise<Answer[]> {
  const answers = await query<{ answer: Answer }>(
    `select (${expression}) as answer
     from jsonb_array_elements($1) with ordinality given (row, place)
     cross join lateral jsonb_to_record(given.row) r (${columns})
     order by given.place`,
    [JSON.stringify(rows)],
  )
  return answers.map(({ answer }) => answer)
}

async function planOf(rates: Given<'rate_plan_rates'>[]): Promise<string> {
  const { id } = await insertRow('rate_plans', await newRatePlan())
  for (const rate of rates)
    await insertRow('rate_plan_rates', await newRatePlanRate({ ...rate, rate_plan_id: id }))
  return id
}

const prefixesFor = (plan: string, numbers: readonly string[]) =>
  each<string | null>(
    'select p.prefix from private.rates_for(plan, array[number]) f join public.rate_plan_rates p on p.id = f.rate_id',
    'plan uuid, number text',
    numbers.map((number) => ({ plan, number })),
  )

test('a dialed number is rated by the digits of its E.164 form', async () => {
  const digits = {
    '+12075550100': '12075550100',
    '2075550100': '12075550100',
    '12075550100': '12075550100',
    '(207) 555-0100': '12075550100',
    '011442079460000': '442079460000',
    '+12': '',
    '+0115550100': '',
    '011555010': '',
    '912075550100': '',
    '5550142': '',
    '411': '',
    '*98': '',
    anonymous: '',
    '911': null,
    '9-1-1': null,
    '933': null,
    '988': null,
    '+911': '',
    '*911': '',
  }
  const numbers = Object.keys(digits).map((number) => ({ number }))
  expect(await each('private.rated_digits(number)', 'number text', numbers)).toEqual(
    numbers.map(({ number }) => digits[number as keyof typeof digits]),
  )
})

describe('the rate of a number', () => {
  test('has the longest matching prefix', async () => {
    const plan = await planOf(['', '1', '1207', '44', '4479'].map((prefix) => ({ prefix })))
    const numbers = ['+12075550100', '+12085550100', '+447911123456', '+442079460000', '+4930901820']
    expect(await prefixesFor(plan, numbers)).toEqual(['1207', '1', '4479', '44', ''])
  })

  test('is null when no prefix matches', async () => {
    const plan = await planOf([{ prefix: '1' }])
    expect(await prefixesFor(plan, ['+4930901820'])).toEqual([null])
  })

  test('has no prefix for numbers that are not E.164, whatever they begin with', async () => {
    const plan = await planOf(['', '41', '55', '77', '91', '98'].map((prefix) => ({ prefix })))
    const numbers = ['411', '5550142', '7712', '912075550100', '*98']
    expect(await prefixesFor(plan, numbers)).toEqual(numbers.map(() => ''))
  })

  test('is null for emergency numbers, also where there is a rate for all numbers', async () => {
    const plan = await planOf(['', '9', '91', '93', '98'].map((prefix) => ({ prefix })))
    expect(await prefixesFor(plan, ['911', '933', '988'])).toEqual([null, null, null])
  })

  test('has the longest matching prefix for any prefixes and numbers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.stringMatching(/^[12]{0,6}$/), { minLength: 1 }),
        fc.array(fc.stringMatching(/^[12]{5,9}$/), { minLength: 20 }),
        async (prefixes, numbers) => {
          const plan = await planOf(prefixes.map((prefix) => ({ prefix })))
          const found = await prefixesFor(
            plan,
            numbers.map((digits) => `+${digits}`),
          )
          const longest = numbers.map((digits) => {
            // E.164 numbers have seven digits or more.
            const rated = digits.length < 7 ? '' : digits
            const matching = prefixes.filter((prefix) => rated.startsWith(prefix))
            return matching.sort((a, b) => b.length - a.length)[0] ?? null
          })
          expect(found).toEqual(longest)
        },
      ),
      { numRuns: 10 },
    )
  })
})

const BILLED = 'private.billed_seconds(talk, included, first, next)'
const INCREMENTS = 'talk int, included int, first int, next int'

describe('billed seconds', () => {
  const billed = (rows: readonly object[]) => each<number>(BILLED, INCREMENTS, rows)

  test('are rounded up to the first increment, then to the following ones', async () => {
    const talks = [0, 1, 30, 31, 36, 37, 600].map((talk) => ({ talk, included: 0, first: 30, next: 6 }))
    expect(await billed(talks)).toEqual([0, 30, 30, 36, 36, 42, 600])
  })

  test('exclude the included seconds', async () => {
    const talks = [59, 60, 61, 91].map((talk) => ({ talk, included: 60, first: 30, next: 6 }))
    expect(await billed(talks)).toEqual([0, 0, 30, 36])
  })

  test('exceed the call by less than an increment and never decrease as it gets longer', async () => {
    const one = fc.record({
      talk: fc.integer({ min: 0, max: 20_000 }),
      included: fc.integer({ min: 0, max: 120 }),
      first: fc.integer({ min: 1, max: 90 }),
      next: fc.integer({ min: 1, max: 90 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 100, maxLength: 200 }), async (calls) => {
        const seconds = await billed(calls)
        const longer = await billed(calls.map((call) => ({ ...call, talk: call.talk + 1 })))
        calls.forEach(({ talk, included, first, next }, n) => {
          const chargeable = Math.max(0, talk - included)
          expect(seconds[n]).toBeGreaterThanOrEqual(chargeable)
          if (chargeable > first) expect(Number(seconds[n]) - chargeable).toBeLessThan(next)
          expect(longer[n]).toBeGreaterThanOrEqual(Number(seconds[n]))
        })
      }),
      { numRuns: 5 },
    )
  })
})

describe('the cost of a call', () => {
  const cost = (rows: readonly object[]) =>
    each<string>('private.call_cost(billed, fee, rate)::text', 'billed int, fee numeric, rate numeric', rows)

  test('is the connect fee plus billed time, rounded half away from zero to four decimals', async () => {
    expect(
      await cost([
        { billed: 60, fee: 0.01, rate: 0.015 },
        { billed: 0, fee: 0.01, rate: 0.015 },
        // 1 second at 0.0090 a minute is 0.00015.
        { billed: 1, fee: 0, rate: 0.009 },
      ]),
    ).toEqual(['0.0250', '0.0100', '0.0002'])
  })

  test('is never more than 0.00005 off the exact price', async () => {
    const one = fc.record({
      billed: fc.integer({ min: 0, max: 20_000 }),
      fee: fc.integer({ min: 0, max: 20_000 }).map((units) => units / 10_000),
      rate: fc.integer({ min: 0, max: 50_000 }).map((units) => units / 10_000),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 100, maxLength: 200 }), async (calls) => {
        const costs = await cost(calls)
        calls.forEach(({ billed, fee, rate }, n) => {
          expect(Math.abs(Number(costs[n]) - (fee + (billed * rate) / 60))).toBeLessThan(0.00005 + 1e-9)
        })
      }),
      { numRuns: 5 },
    )
  })
})

describe('the price of a sample call', () => {
  const rate = { cost_per_minute: 0.015, first_increment: 30, next_increment: 6, connect_fee: 0.01 }
  const priced = (role: Role, plan: string, number: string, talk_seconds: number) =>
    callers[role].client.rpc('call_price', { plan, number, talk_seconds })

  test('is calculated from its rate', async () => {
    const plan = await planOf([{ prefix: '1', description: 'North America', ...rate }])
    const { data } = await priced('admin', plan, '(207) 555-0100', 31)
    const [{ id: rate_id } = {}] = await query<{ id: string }>(
      'select id from rate_plan_rates where rate_plan_id = $1',
      [plan],
    )
    expect(data).toEqual([
      { rate_id, prefix: '1', description: 'North America', billed_seconds: 36, cost: 0.019 },
    ])
    expect((await priced('admin', plan, '+4930901820', 31)).data).toEqual([])
  })

  test('is none for an emergency call', async () => {
    const plan = await planOf([{ prefix: '', ...rate }])
    expect((await priced('admin', plan, '411', 31)).data).toMatchObject([{ prefix: '' }])
    expect((await priced('admin', plan, '911', 31)).data).toEqual([])
  })

  test('is available only to users who may view rates', async () => {
    const plan = await planOf([{ prefix: '1', ...rate }])
    expect((await priced('tech', plan, '2075550100', 60)).data).toEqual([])
    expect((await priced('anon', plan, '2075550100', 60)).error?.code).toBe('42501')
  })
})

describe('a carrier’s deck', () => {
  const outcomes = async (role: Role, plan: string, dry_run: boolean) => {
    const [own, other] = [ratesOf(plan), ratesOf(await planOf([{ prefix: '998', cost_per_minute: 1 }]))]
    const rows = [
      { prefix: '998', cost_per_minute: 0.0815 },
      { prefix: '44', cost_per_minute: 0.021 },
      { prefix: '49' },
    ].map((values, row) => ({ row, values: { ...own.within, ...values } }))
    const answer = await importRecords(callers[role].client, own, null, rows, dry_run)
    expect(
      await countRecords(
        callers[role].client,
        { table: other.table, tenantId: null },
        { search: '998', filters: {}, within: other.within },
      ),
    ).toBe(1)
    return answer.map(({ outcome, message }) => message ?? outcome)
  }

  test('changes the rates of its prefixes in one plan, adds the others, and adds none without a price', async () => {
    const plan = await planOf([{ prefix: '998', cost_per_minute: 0.05 }])
    const refused = 'Cost per minute: Fill in this field.'
    expect(await outcomes('admin', plan, true)).toEqual(['update', 'insert', refused])
    expect(await outcomes('admin', plan, false)).toEqual([refused])
    expect(await query('select prefix from rate_plan_rates where rate_plan_id = $1', [plan])).toEqual([
      { prefix: '998' },
    ])
  })
})

describe('a billing cycle', () => {
  const cycles = (rows: readonly object[]) =>
    each<[string, string]>(
      'json_build_array(private.cycle_start(day, cycle), private.cycle_end(private.cycle_start(day, cycle), cycle))',
      'day date, cycle text',
      rows,
    )

  test('is a calendar month, quarter or year', async () => {
    expect(
      await cycles([
        { day: '2026-02-14', cycle: 'monthly' },
        { day: '2028-02-14', cycle: 'monthly' },
        { day: '2026-12-31', cycle: 'quarterly' },
        { day: '2026-07-01', cycle: 'yearly' },
      ]),
    ).toEqual([
      ['2026-02-01', '2026-02-28'],
      ['2028-02-01', '2028-02-29'],
      ['2026-10-01', '2026-12-31'],
      ['2026-01-01', '2026-12-31'],
    ])
  })

  test('ends the day before the next one starts', async () => {
    const days = Array.from({ length: 800 }, (_, n) => dayAfter('2027-01-01', n))
    for (const cycle of CYCLES) {
      const found = await cycles(days.map((day) => ({ day, cycle })))
      found.forEach(([from, to], n) => {
        const day = String(days[n])
        expect(from <= day && day <= to).toBe(true)
        const next = found[n + 1]
        if (next && next[0] !== from) expect(next[0]).toBe(dayAfter(to, 1))
      })
    }
  })
})

describe('a partial billing cycle', () => {
  const prorated = (rows: readonly object[]) =>
    each<string>(
      'private.prorated(price, first_day, last_day, from_day, to_day)::text',
      'price numeric, first_day date, last_day date, from_day date, to_day date',
      rows,
    )
  const march = { price: 31, first_day: '2026-03-01', last_day: '2026-03-31' }

  test('costs its share of the days', async () => {
    expect(
      await prorated([
        { ...march, from_day: '2026-03-01', to_day: '2026-03-31' },
        { ...march, from_day: '2026-03-16', to_day: '2026-03-31' },
        { ...march, from_day: '2026-03-31', to_day: '2026-03-31' },
        { ...march, from_day: '2026-03-10', to_day: '2026-03-09' },
      ]),
    ).toEqual(['31.00', '16.00', '1.00', '0'])
  })

  test('adds up to the whole with the other parts, each at most a cent off, for any split', async () => {
    const lastDays = ['2026-02-28', '2026-03-31', '2026-06-30', '2026-12-31']
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.constantFrom(...lastDays),
        fc.array(fc.nat(400), { maxLength: 6 }),
        async (cents, last_day, cuts) => {
          const first_day = last_day === '2026-12-31' ? '2026-01-01' : `${last_day.slice(0, 7)}-01`
          const length = lengthOf({ from: first_day, until: last_day })
          const ends = [...new Set(cuts.map((cut) => 1 + (cut % length)).concat(length))].sort(
            (a, b) => a - b,
          )
          const parts = ends.map((end, n) => ({
            price: cents / 100,
            first_day,
            last_day,
            from_day: dayAfter(first_day, ends[n - 1] ?? 0),
            to_day: dayAfter(first_day, end - 1),
          }))
          const costs = (await prorated(parts)).map((cost) => Math.round(Number(cost) * 100))
          expect(costs.reduce((sum, cost) => sum + cost, 0)).toBe(cents)
          costs.forEach((cost, n) => {
            const exact = (cents * (Number(ends[n]) - (ends[n - 1] ?? 0))) / length
            expect(Math.abs(cost - exact)).toBeLessThanOrEqual(1 + 1e-6)
          })
        },
      ),
      { numRuns: 20 },
    )
  })
})
