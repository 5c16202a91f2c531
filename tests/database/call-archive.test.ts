import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archivedMonths } from '@/lib/cdr/call-list'
import { ArchiveError, archiveMonth, bringBackMonth, monthsBeyond } from '@/scripts/lib/call-archive'
import { callersByRole } from '../support/clients'
import { query, withDatabase } from '../support/database'
import { newBillingAccount, newRatePlan, newRatePlanRate } from '../support/factories/billing'
import { newCall, newCallLeg } from '../support/factories/cdr'
import { newTenant } from '../support/factories/companies'
import { insertRow } from '../support/factories/row'

/** Months used by no other test. */
const MONTH = '2009-03'
const NEXT = '2009-04'
const DIRTY = 'Ümlaut, "quotes"\nand lines'

let folder: string
let tenant: string
let gone: string

const at = (start_at: string) => ({ start_at, answer_at: start_at, end_at: start_at })
const callsOf = (id: string) =>
  query('select to_jsonb(c) as call from public.cdr c where tenant_id = $1 order by start_at, id', [id])
const legsOf = (id: string) =>
  query('select to_jsonb(l) as leg from public.cdr_legs l where tenant_id = $1 order by start_at, id', [id])

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voice-calls-'))
  tenant = (await insertRow('tenants', await newTenant())).id
  gone = (await insertRow('tenants', await newTenant())).id
  await query('select private.create_cdr_partitions($1::date, $2::date)', [`${MONTH}-01`, `${NEXT}-01`])
  const path = [{ at: 0, why: 'answered', text: 'Said' }]
  for (const start of [`${MONTH}-01T00:00:00Z`, `${MONTH}-31T23:59:59Z`]) {
    await insertRow('cdr', await newCall({ tenant_id: tenant, ...at(start), from_name: DIRTY, path }))
    await insertRow('cdr_legs', await newCallLeg({ tenant_id: tenant, start_at: start }))
  }
  await insertRow('cdr', await newCall({ tenant_id: tenant, ...at(`${NEXT}-01T00:00:00Z`) }))
  await insertRow('cdr', await newCall({ tenant_id: gone, ...at(`${MONTH}-15T12:00:00Z`) }))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('archiving a month of calls', () => {
  test('applies to months older than the retention, which is at least three months', async () => {
    await withDatabase(async (client) => {
      const months = await monthsBeyond(client, 24)
      expect(months).toEqual(expect.arrayContaining([MONTH, NEXT]))
      expect(months).toEqual(months.toSorted())
      const [{ month } = { month: '' }] = await query<{ month: string }>(
        "select to_char((now() at time zone 'UTC') - interval '24 months', 'YYYY-MM') as month",
      )
      expect(months.every((one) => one < month)).toBe(true)
      for (const keep of [2, 0, -1, 2.5, Number.NaN]) {
        await expect(monthsBeyond(client, keep)).rejects.toThrow('Keep three months or more.')
      }
    })
  })

  test('moves them to files and restores them unchanged', async () => {
    const [calls, legs] = [await callsOf(tenant), await legsOf(tenant)]
    expect([calls.length, legs.length]).toEqual([3, 2])
    await withDatabase(async (client) => {
      expect(await archiveMonth(client, MONTH, folder)).toEqual({ month: MONTH, calls: 3, legs: 2 })
      expect(readdirSync(folder).toSorted()).toEqual([`call-legs-${MONTH}.csv.gz`, `calls-${MONTH}.csv.gz`])
      const text = gunzipSync(readFileSync(join(folder, `calls-${MONTH}.csv.gz`))).toString()
      expect(text).toContain('from_number')
      expect(text).toContain('Ümlaut, ""quotes""')
      expect(await callsOf(tenant)).toEqual(calls.slice(2))
      expect(await legsOf(tenant)).toEqual([])
      expect(
        await query('select calls::int from public.archived_call_months where month = $1', [`${MONTH}-01`]),
      ).toEqual([{ calls: 3 }])
      expect(await query(`select to_regclass('private.cdr_2009_03') as partition`)).toEqual([
        { partition: null },
      ])

      await expect(archiveMonth(client, MONTH, folder)).rejects.toThrow(/exists already/)
      await query('delete from public.tenants where id = $1', [gone])
      expect(await bringBackMonth(client, MONTH, folder)).toEqual({ month: MONTH, calls: 2, legs: 2 })
      expect(await callsOf(tenant)).toEqual(calls)
      expect(await legsOf(tenant)).toEqual(legs)
      expect(
        await query('select from public.archived_call_months where month = $1', [`${MONTH}-01`]),
      ).toEqual([])
      expect(await bringBackMonth(client, MONTH, folder)).toEqual({ month: MONTH, calls: 0, legs: 0 })
      expect(await callsOf(tenant)).toEqual(calls)
    })
  })

  test('leaves them in place if the files cannot be written or read', async () => {
    const before = await callsOf(tenant)
    await withDatabase(async (client) => {
      await expect(archiveMonth(client, NEXT, join(import.meta.filename, 'folder'))).rejects.toThrow()
      await expect(bringBackMonth(client, '2009-05', folder)).rejects.toThrow(/is missing/)
      for (const month of ['2009-13', '2009', '../2009-03', "2009-03'"]) {
        await expect(archiveMonth(client, month, folder)).rejects.toThrow(ArchiveError)
      }
    })
    expect(await callsOf(tenant)).toEqual(before)
  })

  test('has billing refused until they are back', async () => {
    const plan = await insertRow('rate_plans', await newRatePlan())
    await insertRow('rate_plan_rates', await newRatePlanRate({ rate_plan_id: plan.id, prefix: '' }))
    const account = await newBillingAccount({ rate_plan_id: plan.id })
    const { tenant_id: billed } = await insertRow('billing_accounts', account)
    await query("select private.create_cdr_partitions('2009-07-01', '2009-07-01')")
    const outbound = { tenant_id: billed, direction: 'outbound', ...at('2009-07-10T12:00:00Z') }
    const call = await insertRow('cdr', await newCall(outbound))
    await query(
      `insert into public.cdr_hourly (tenant_id, hour, direction, status, calls, talk_seconds, ring_seconds)
       values ($1, '2009-07-10T12:00:00Z', 'outbound', 'answered', 1, 30, 5)`,
      [billed],
    )
    const { client } = (await callersByRole()).admin
    const run = async (tenant: string) =>
      client.rpc('run_billing_cycle', { tenant, period_start: '2009-08-01' })
    const { data: invoice } = await run(billed)
    const issue = async () => client.rpc('issue_invoice', { tenant: billed, invoice: String(invoice) })
    await withDatabase(async (database) => {
      await archiveMonth(database, '2009-07', folder)
      const refused = {
        code: '23514',
        message: 'The calls of July 2009 are archived. Bring them back first.',
      }
      expect((await run(billed)).error).toMatchObject(refused)
      expect((await issue()).error).toMatchObject(refused)
      // The tenant has no calls then.
      expect(await run(tenant)).toMatchObject({ data: null, error: null })
      await bringBackMonth(database, '2009-07', folder)
    })
    expect(await callsOf(billed)).toMatchObject([{ call: { id: call.id } }])
    expect((await issue()).error).toBeNull()
    expect(
      await query("select quantity::int from public.invoice_lines where invoice_id = $1 and kind = 'usage'", [
        invoice,
      ]),
    ).toEqual([{ quantity: 1 }])
  })

  test('is noticed for the days of a zone that reach into it', async () => {
    const { client } = (await callersByRole()).admin
    const missing = (zone: string, day: string) => archivedMonths(client, zone, { from: day, until: day })
    await query("insert into public.archived_call_months (month, calls) values ('2008-03-01', 7)")
    try {
      expect(await missing('America/New_York', '2008-02-29')).toEqual(['2008-03-01'])
      expect(await missing('UTC', '2008-02-29')).toEqual([])
      expect(await missing('Asia/Kolkata', '2008-03-01')).toEqual(['2008-03-01'])
      expect(await missing('Asia/Kolkata', '2008-04-01')).toEqual(['2008-03-01'])
      expect(await missing('UTC', '2008-04-01')).toEqual([])
    } finally {
      await query("delete from public.archived_call_months where month = '2008-03-01'")
    }
  })

  test('keeps its hourly counts, even if the tenant’s time zone is offset by half an hour', async () => {
    const zoned = (await insertRow('tenants', await newTenant({ time_zone: 'America/Denver' }))).id
    await query(
      `insert into public.cdr_hourly (tenant_id, hour, direction, status, calls, talk_seconds, ring_seconds)
       values ($1, '2008-02-05T10:00:00Z', 'inbound', 'answered', 7, 70, 7)`,
      [zoned],
    )
    await query("insert into public.archived_call_months (month, calls) values ('2008-02-01', 7)")
    try {
      await query("update public.tenants set time_zone = 'Asia/Kolkata' where id = $1", [zoned])
      expect(await query('select calls from public.cdr_hourly where tenant_id = $1', [zoned])).toEqual([
        { calls: 7 },
      ])
    } finally {
      await query("delete from public.archived_call_months where month = '2008-02-01'")
    }
  })
})
