import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { COUNTED_TO } from '@/lib/lists/page'
import { become, becomeOwner, failure, query, rolledBack } from '../support/database'
import { FACTORIES } from '../support/factories'
import { newCall } from '../support/factories/cdr'
import { newTenant } from '../support/factories/companies'
import { type Given, insertRow } from '../support/factories/row'

const TECH = '00000000-0000-4000-8000-000000000003'
const FIRST = '2026-01-10'
const LAST = '2026-01-20'

let tenant: string
let other: string
beforeAll(async () => {
  tenant = (await insertRow('tenants', await newTenant({ time_zone: 'America/Los_Angeles' }))).id
  other = (await insertRow('tenants', await newTenant())).id
  for (let n = 0; n < 60; n++) {
    const start = Date.UTC(2026, 0, 10, 9, 0) + n * 3_000_000
    const id = randomUUID()
    await insertRow(
      'cdr',
      await newCall({
        id,
        call_uuid: id,
        tenant_id: n % 10 === 9 ? other : tenant,
        start_at: new Date(start).toISOString(),
        answer_at: null,
        end_at: new Date(start + 60_000).toISOString(),
        direction: (['inbound', 'outbound', 'local'] as const)[n % 3],
        status: n % 4 === 0 ? 'missed' : 'answered',
        talk_seconds: n % 4 === 0 ? 0 : (n % 7) * 30,
        from_number: n % 3 === 2 ? `10${n}` : `+1207555${String(100 + n).padStart(4, '0')}`,
        to_number: n % 2 ? '+13105550142' : `20${n}`,
        extension: n % 3 === 1 ? '1001' : null,
        account_code: ['ACME-1', 'acme-1', null][n % 3],
        hangup_cause: n % 4 === 0 ? 'NO_ANSWER' : 'NORMAL_CLEARING',
        recording_path: n % 8 === 1 ? `rec/${n}.wav` : null,
      }),
    )
  }
})

type Call = Record<string, unknown> & { id: string; sort_value: string }

async function page(client: pg.Client, filters: object, more: Partial<Record<string, unknown>> = {}) {
  const given = { tenant, first_day: FIRST, last_day: LAST, filters: JSON.stringify(filters), ...more }
  const names = Object.keys(given)
  const { rows } = await client.query<Call>(
    `select * from public.cdr_page(${names.map((name, index) => `${name} => $${index + 1}`).join(', ')})`,
    Object.values(given),
  )
  return rows
}

/** All pages in order, a few rows each. */
async function allPages(client: pg.Client, filters: object, sort: object): Promise<string[]> {
  const seen: string[] = []
  for (let last: Call | undefined; ;) {
    const from = last ? { after_value: last.sort_value, after_id: last.id } : {}
    const rows = await page(client, filters, { ...sort, ...from, page_size: 7 })
    seen.push(...rows.map(({ id }) => id))
    last = rows.at(-1)
    if (rows.length < 7) return seen
  }
}

/** In a transaction as a tech; `manyCalls` makes the tenant appear to have millions of calls. */
function asTech<T>(work: (client: pg.Client) => Promise<T>, manyCalls = false): Promise<T> {
  return rolledBack(async (client) => {
    if (manyCalls) {
      await client.query(
        `insert into public.cdr_hourly (tenant_id, hour, direction, status, calls, talk_seconds, ring_seconds)
         values ($1, '2026-01-12T08:00:00Z', 'local', 'busy', 5000000, 0, 0)`,
        [tenant],
      )
    }
    await become(client, TECH)
    return work(client)
  })
}

const FILTERS: [object, string][] = [
  [{}, 'true'],
  [{ direction: 'inbound' }, "direction = 'inbound'"],
  [{ status: 'missed' }, "status = 'missed'"],
  [{ hangup_cause: 'NO_ANSWER' }, "hangup_cause = 'NO_ANSWER'"],
  [{ extension: '1001' }, "extension = '1001'"],
  [{ account_code: 'ACME-1' }, "account_code = 'ACME-1'"],
  [
    { account_code: 'ACME-1', number: '0142', number_match: 'end' },
    "account_code = 'ACME-1' and (from_number like '%0142' or to_number like '%0142')",
  ],
  [{ min_talk: 60 }, 'talk_seconds >= 60'],
  [{ hour: 9 }, "extract(hour from start_at at time zone 'America/Los_Angeles') = 9"],
  [{ recorded: true }, 'recording_path is not null'],
  [{ number: '207555011' }, "from_number like '+1207555011%'"],
  [{ number: '+1310' }, "to_number like '+1310%'"],
  [{ number: '1310' }, "to_number like '+1310%'"],
  [{ number: '10' }, "from_number like '10%' or from_number like '+10%' or from_number like '+110%'"],
  [{ number: '0142', number_match: 'end' }, "to_number like '%0142' or from_number like '%0142'"],
  [{ number: '999999' }, 'false'],
  [
    { number: '5', number_match: 'end', direction: 'outbound', min_talk: 1 },
    "(from_number like '%5' or to_number like '%5') and direction = 'outbound' and talk_seconds >= 1",
  ],
]
const SORTS = [
  { sort_by: 'start', descending: true, order: 'start_at desc, id desc' },
  { sort_by: 'start', descending: false, order: 'start_at, id' },
  { sort_by: 'talk', descending: true, order: 'talk_seconds desc, id desc' },
]

describe.each([
  ['few', false],
  ['many', true],
])('the call list of a tenant with %s calls', (_what, many) => {
  describe.each(FILTERS)('filtered by %j', (filters, condition) => {
    const expected = (order: string) =>
      query<{ id: string }>(
        `select id from public.cdr where tenant_id = $1 and (${condition})
         and start_at >= '2026-01-10T08:00:00Z' and start_at < '2026-01-21T08:00:00Z' order by ${order}`,
        [tenant],
      ).then((rows) => rows.map(({ id }) => id))

    test.each(SORTS)('are paged by $sort_by, descending $descending', async ({ order, ...sort }) => {
      const ids = await asTech((client) => allPages(client, filters, sort), many)
      expect(ids).toEqual(await expected(order))
    })

    test.runIf('number' in filters)('are counted', async () => {
      const total = await asTech(async (client) => {
        const { rows } = await client.query('select public.cdr_count($1, $2, $3, $4)', [
          tenant,
          FIRST,
          LAST,
          filters,
        ])
        return rows[0].cdr_count
      }, many)
      expect(total).toBe((await expected('id')).length)
    })
  })
})

test('a recorded call says whether its recording is here, and others say nothing', async () => {
  const recorded = { tenant_id: tenant, recording_path: 'rec/there.wav' }
  const said = await rolledBack(async (client) => {
    const stored = async (given: Given<'cdr'>) =>
      (await insertRow('cdr', await newCall({ ...given, start_at: '2026-03-02T17:00:00Z' }), client)).id
    const here = await stored(recorded)
    const gone = await stored(recorded)
    const none = await stored({ tenant_id: tenant })
    await insertRow(
      'call_recordings',
      await FACTORIES.call_recordings({ id: here, tenant_id: tenant }),
      client,
    )
    await become(client, TECH)
    const days = { first_day: '2026-03-02', last_day: '2026-03-02' }
    const found = new Map((await page(client, {}, days)).map(({ id, recording }) => [id, recording]))
    return [here, gone, none].map((id) => found.get(id))
  })
  expect(said).toEqual(['here', 'not here', null])
})

describe('a day', () => {
  test("is a day in the tenant's time zone", async () => {
    const rows = await asTech((client) =>
      page(client, {}, { first_day: '2026-01-11', last_day: '2026-01-11', page_size: 500 }),
    )
    const times = rows.map(({ start_at }) => (start_at as Date).toISOString())
    expect(times.length).toBeGreaterThan(10)
    expect(times.every((time) => time >= '2026-01-11T08:00' && time < '2026-01-12T08:00')).toBe(true)
  })

  test.each([
    ['2026-01-10', '2026-01-09'],
    ['2024-01-01', '2026-01-01'],
    [null, '2026-01-01'],
  ])('range from %s to %s is rejected', async (first, last) => {
    await asTech(async (client) => {
      expect(await failure(client, 'select public.cdr_page($1, $2, $3)', [tenant, first, last])).toBe('22023')
    })
  })
})

describe('invalid input', () => {
  test.each([
    ['a sort column that is not on the list', "'{}', 'raw'"],
    ['a filter that is not on the list', `'{"raw": "1"}'`],
    ['a number with other characters in it', `'{"number": "1%'' or true"}'`],
  ])('%s', async (_what, args) => {
    await asTech(async (client) => {
      expect(
        await failure(client, `select public.cdr_page('${tenant}', '${FIRST}', '${LAST}', ${args})`),
      ).toBe('22023')
    })
  })

  test('a filter value is never run as SQL', async () => {
    expect(await asTech((client) => page(client, { extension: "1001' or true --" }))).toEqual([])
  })
})

describe('call counts and the chart', () => {
  const hours: [string, string, string, number][] = [
    ['2026-01-15T15:00:00Z', 'inbound', 'answered', 40],
    ['2026-01-15T15:00:00Z', 'inbound', 'missed', 2],
    ['2026-01-16T01:00:00Z', 'outbound', 'answered', 7],
    ['2026-01-16T08:00:00Z', 'outbound', 'answered', 20_000],
  ]
  function withHours<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    return rolledBack(async (client) => {
      await client.query('delete from public.cdr_hourly where tenant_id = $1', [tenant])
      for (const [hour, direction, status, calls] of hours) {
        await client.query(
          `insert into public.cdr_hourly (tenant_id, hour, direction, status, calls, talk_seconds, ring_seconds)
           values ($1, $2, $3, $4, $5, 60, 5)`,
          [tenant, hour, direction, status, calls],
        )
      }
      await client.query('select private.recount_cdr_days($1)', [tenant])
      await become(client, TECH)
      return work(client)
    })
  }
  const count = (client: pg.Client, first: string, last: string, filters = {}) =>
    client
      .query('select public.cdr_count($1, $2, $3, $4) as calls', [tenant, first, last, filters])
      .then(({ rows }) => rows[0].calls)

  test('are counted as far as the app says', async () => {
    await withHours(async (client) => {
      expect(await count(client, '2026-01-15', '2026-01-15')).toBe(49)
      expect(await count(client, '2026-01-15', '2026-01-15', { status: 'missed' })).toBe(2)
      expect(await count(client, '2026-01-15', '2026-01-15', { direction: 'outbound' })).toBe(7)
      expect(await count(client, '2026-01-15', '2026-01-16')).toBe(COUNTED_TO + 1)
    })
  })

  test('count only stored calls in archived months', async () => {
    await rolledBack(async (client) => {
      await client.query('delete from public.cdr_hourly where tenant_id = $1', [tenant])
      for (const [hour, calls] of [
        ['2026-01-15T15:00:00Z', 2400],
        ['2026-02-02T15:00:00Z', 5],
      ]) {
        await client.query(
          `insert into public.cdr_hourly (tenant_id, hour, direction, status, calls, talk_seconds, ring_seconds)
           values ($1, $2, 'inbound', 'answered', $3, 60, 5)`,
          [tenant, hour, calls],
        )
      }
      await client.query('select private.recount_cdr_days($1)', [tenant])
      await client.query("insert into public.archived_call_months (month, calls) values ('2026-01-01', 2400)")
      const { rows } = await client.query(
        `select count(*)::int as calls from public.cdr where tenant_id = $1 and direction = 'inbound'
         and start_at >= '2026-01-10T08:00:00Z' and start_at < '2026-02-01T08:00:00Z'`,
        [tenant],
      )
      await become(client, TECH)
      const inbound = { direction: 'inbound' }
      expect(await count(client, FIRST, '2026-01-31', inbound)).toBe(rows[0].calls)
      expect(await count(client, FIRST, '2026-02-02', inbound)).toBe(rows[0].calls + 5)
      expect(await count(client, '2026-02-01', '2026-02-02', inbound)).toBe(5)
    })
  })

  test.each([
    ['hours', '2026-01-15', '2026-01-15', ['2026-01-15 07:00', '2026-01-15 07:00', '2026-01-15 17:00']],
    ['days', '2026-01-10', '2026-01-16', ['2026-01-15 00:00', '2026-01-15 00:00', '2026-01-16 00:00']],
    ['weeks', '2026-01-01', '2026-05-01', ['2026-01-12 00:00', '2026-01-12 00:00']],
  ])('include in the chart %s of the tenant', async (_what, first, last, buckets) => {
    await withHours(async (client) => {
      const { rows } = await client.query(
        `select to_char(bucket, 'YYYY-MM-DD HH24:MI') as bucket from public.cdr_chart($1, $2, $3)`,
        [tenant, first, last],
      )
      expect(rows.map(({ bucket }) => bucket)).toEqual(buckets)
    })
  })

  test('are empty for users without the permission', async () => {
    await rolledBack(async (client) => {
      await become(client, '00000000-0000-4000-8000-000000000005')
      expect(await page(client, {})).toEqual([])
      expect(await count(client, FIRST, LAST)).toBe(0)
      await becomeOwner(client)
    })
  })
})
