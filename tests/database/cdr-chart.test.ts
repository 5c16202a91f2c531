import { expect, test } from 'vitest'
import type { ChartRow } from '@/lib/cdr/call-list'
import { chartSeries } from '@/lib/cdr/chart-series'
import { dayAfter } from '@/lib/dates/day'
import { MAX_SPAN_DAYS } from '@/lib/dates/span'
import { query } from '../support/database'
import { newTenant } from '../support/factories/companies'
import { insertRow } from '../support/factories/row'

/** A tenant with a call in every hour of the first days and one on every day of the longest span. */
async function busyTenant(first: string): Promise<string> {
  const { id } = await insertRow('tenants', await newTenant({ time_zone: 'America/New_York' }))
  await query(
    `with hours as (
       insert into public.cdr_hourly (tenant_id, hour, direction, status, calls, talk_seconds, ring_seconds)
       select $1, h, 'inbound', 'answered', 1, 60, 5
       from generate_series($2::timestamp at time zone 'America/New_York',
         ($2::date + 3)::timestamp at time zone 'America/New_York' - interval '1 hour', interval '1 hour') h)
     insert into public.cdr_daily (tenant_id, day, direction, status, calls, talk_seconds, ring_seconds)
     select $1, $2::date + n, 'inbound', 'answered', 1, 60, 5 from generate_series(0, $3::int) n`,
    [id, first, MAX_SPAN_DAYS],
  )
  return id
}

const chart = (tenant: string, from: string, until: string) =>
  query<Omit<ChartRow, 'bucket'> & { bucket: string }>(
    `select to_char(bucket, 'YYYY-MM-DD"T"HH24:MI:SS') as bucket, status, calls::integer, talk_seconds::integer
     from public.cdr_chart($1, $2, $3)`,
    [tenant, from, until],
  )

test('the bars of a chart match the hours, days and weeks of the counts', async () => {
  // A Wednesday, so that the first week is cut.
  const from = '2026-01-07'
  const tenant = await busyTenant(from)
  for (const days of [1, 2, 3, 4, 59, 60, 61, 62, 200, MAX_SPAN_DAYS]) {
    const until = dayAfter(from, days - 1)
    const rows = await chart(tenant, from, until)
    const series = chartSeries(rows as ChartRow[], { from, until })
    const counted = series.buckets.reduce((sum, { answered }) => sum + answered, 0)
    expect([days, counted]).toEqual([days, series.calls])
    expect(series.buckets.filter(({ answered }) => answered === 0)).toEqual([])
    expect(series.buckets).toHaveLength(rows.length)
  }
})

test('the longest range works, and one day more is refused', async () => {
  const tenant = await busyTenant('2026-01-07')
  expect(await chart(tenant, '2026-01-07', dayAfter('2026-01-07', MAX_SPAN_DAYS - 1))).not.toEqual([])
  await expect(chart(tenant, '2026-01-07', dayAfter('2026-01-07', MAX_SPAN_DAYS))).rejects.toThrow(
    '1 to 401 days',
  )
})
