import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { archivedMonths, monthsWithin } from '@/lib/cdr/call-list'
import { deliveredRecords } from '@/lib/cdr/post-body'
import { ingestEntry } from '@/lib/cdr/store-records'
import { archiveMonth, archiveMonths, bringBackMonth, monthsBeyond } from '@/scripts/lib/call-archive'
import { ArchiveError } from '@/scripts/lib/call-archive-io'
import { callersByRole } from '../support/clients'
import { query, rolledBack, untilWaiting, withDatabase } from '../support/database'
import { newBillingAccount, newRatePlan, newRatePlanRate } from '../support/factories/billing'
import { newCall, newCallLeg } from '../support/factories/cdr'
import { newTenant } from '../support/factories/companies'
import { insertRow } from '../support/factories/row'
import { switchRecord } from '../support/switch-record'

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

let months = 0

/** A month of its own with calls of a tenant, and a folder for its files. */
async function monthWith(calls: number) {
  const month = `2007-${String(++months).padStart(2, '0')}`
  const place = mkdtempSync(join(tmpdir(), 'voice-calls-'))
  onTestFinished(async () => {
    rmSync(place, { recursive: true })
    await query('delete from public.archived_call_months where month = $1', [`${month}-01`])
  })
  const owner = (await insertRow('tenants', await newTenant())).id
  const starts = `${month}-10T12:00:00Z`
  await query('select private.create_cdr_partitions($1::date, $1::date)', [`${month}-01`])
  for (let call = 0; call < calls; call++)
    await insertRow('cdr', await newCall({ tenant_id: owner, from_name: 'Front desk', ...at(starts) }))
  return { month, place, owner, starts }
}

/** Resolves once a month is locked against changes. */
async function untilLocked(month: string): Promise<void> {
  for (let locked = false; !locked;) {
    const rows = await query(
      `select from pg_locks where relation = $1::regclass and mode = 'ShareRowExclusiveLock' and granted`,
      [`private.cdr_${month.replace('-', '_')}`],
    )
    locked = rows.length > 0
  }
}

/** What becomes of a call from just now, unless it waits longer than for the tests beside this one; nothing of it stays. */
function incoming(): Promise<string | undefined> {
  return rolledBack(async (client) => {
    await client.query("set local lock_timeout = '20s'")
    const { domain } = await insertRow('tenants', await newTenant(), client)
    const [delivered] = deliveredRecords(JSON.stringify(switchRecord({ domain })))
    const record = { ...(delivered && ingestEntry(delivered).record), hash: 'a hash', pos: 0 }
    const { rows } = await client.query<{ outcome: string }>(
      "select public.ingest_cdr($1) -> 0 ->> 'outcome' as outcome",
      [{ records: [record], rejects: [] }],
    )
    return rows[0]?.outcome
  })
}

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

      await query('delete from public.tenants where id = $1', [gone])
      const back = { month: MONTH, elsewhere: 0 }
      expect(await bringBackMonth(client, MONTH, folder)).toEqual({ ...back, calls: 2, legs: 2 })
      expect(await callsOf(tenant)).toEqual(calls)
      expect(await legsOf(tenant)).toEqual(legs)
      expect(
        await query('select from public.archived_call_months where month = $1', [`${MONTH}-01`]),
      ).toEqual([])
      expect(await bringBackMonth(client, MONTH, folder)).toEqual({ ...back, calls: 0, legs: 0 })
      expect(await callsOf(tenant)).toEqual(calls)
    })
  })

  test('writes calls that come later for such a month to further files, and brings back all of them', async () => {
    const { month, starts, owner, place } = await monthWith(2)
    const names = () => readdirSync(place).filter((name) => name.startsWith('calls-'))
    const before = await callsOf(owner)
    const marked = () =>
      query('select calls::int, brought_back::int from public.archived_call_months where month = $1', [
        `${month}-01`,
      ])
    await withDatabase(async (client) => {
      await archiveMonth(client, month, place)
      await query('select private.create_cdr_partitions($1::date, $1::date)', [`${month}-01`])
      await insertRow('cdr', await newCall({ tenant_id: owner, ...at(starts) }))
      const late = await callsOf(owner)
      expect(await archiveMonth(client, month, place)).toMatchObject({ calls: 1 })
      expect(names()).toEqual([`calls-${month}.2.csv.gz`, `calls-${month}.csv.gz`])
      expect(await callsOf(owner)).toEqual([])

      // Without the first file, most of the month is still only archived, and marked so.
      const elsewhere = mkdtempSync(join(tmpdir(), 'voice-calls-'))
      const moved = [`calls-${month}.csv.gz`, `call-legs-${month}.csv.gz`]
      for (const name of moved) renameSync(join(place, name), join(elsewhere, name))
      expect(await bringBackMonth(client, month, place)).toMatchObject({ calls: 1, elsewhere: 2 })
      expect(await callsOf(owner)).toEqual(late)
      expect(await marked()).toEqual([{ calls: 3, brought_back: 1 }])

      for (const name of moved) renameSync(join(elsewhere, name), join(place, name))
      rmSync(elsewhere, { recursive: true })
      expect(await bringBackMonth(client, month, place)).toMatchObject({ calls: 2, elsewhere: 0 })
      expect(await callsOf(owner)).toEqual(expect.arrayContaining([...before, ...late]))
      expect(await marked()).toEqual([])
    })
  })

  test('stays marked after a part of its files was brought back twice, and until the others are, from wherever', async () => {
    const { month, starts, owner, place } = await monthWith(2)
    const late = mkdtempSync(join(tmpdir(), 'voice-calls-'))
    onTestFinished(() => rmSync(late, { recursive: true }))
    const closed = (await insertRow('tenants', await newTenant())).id
    const all = await callsOf(owner)
    await withDatabase(async (client) => {
      await archiveMonth(client, month, place)
      await query('select private.create_cdr_partitions($1::date, $1::date)', [`${month}-01`])
      for (const tenant_id of [owner, closed])
        await insertRow('cdr', await newCall({ tenant_id, from_name: 'Front desk', ...at(starts) }))
      all.push(...(await callsOf(owner)))
      expect(await archiveMonth(client, month, late)).toMatchObject({ calls: 2 })
      await query('delete from public.tenants where id = $1', [closed])

      const back = () => bringBackMonth(client, month, late)
      expect(await back()).toMatchObject({ calls: 1, elsewhere: 2 })
      expect(await back()).toMatchObject({ calls: 0, elsewhere: 2 })
      expect(await back()).toMatchObject({ calls: 0, elsewhere: 2 })
      // The call of the tenant that was deleted cannot be told from one that is missing.
      expect(await bringBackMonth(client, month, place)).toMatchObject({ calls: 2, elsewhere: 1 })
      for (const what of ['calls', 'call-legs'])
        renameSync(join(late, `${what}-${month}.csv.gz`), join(place, `${what}-${month}.2.csv.gz`))
      expect(await bringBackMonth(client, month, place)).toMatchObject({ calls: 0, elsewhere: 0 })
    })
    expect(await callsOf(owner)).toEqual(expect.arrayContaining(all))
    expect(await query('select from public.archived_call_months where month = $1', [`${month}-01`])).toEqual(
      [],
    )
  })

  test('is back once its files are, from one folder after another', async () => {
    const { month, starts, owner, place } = await monthWith(2)
    const late = mkdtempSync(join(tmpdir(), 'voice-calls-'))
    onTestFinished(() => rmSync(late, { recursive: true }))
    await withDatabase(async (client) => {
      await archiveMonth(client, month, place)
      await query('select private.create_cdr_partitions($1::date, $1::date)', [`${month}-01`])
      await insertRow('cdr', await newCall({ tenant_id: owner, ...at(starts) }))
      await archiveMonth(client, month, late)
      expect(await bringBackMonth(client, month, late)).toMatchObject({ calls: 1, elsewhere: 2 })
      expect(await bringBackMonth(client, month, place)).toMatchObject({ calls: 2, elsewhere: 0 })
    })
    expect(await query('select from public.archived_call_months where month = $1', [`${month}-01`])).toEqual(
      [],
    )
  })

  test('goes on with the months after one that cannot be archived', async () => {
    const { month, place } = await monthWith(1)
    const told: string[] = []
    await withDatabase((client) =>
      archiveMonths(client, ['2008-01', month], place, {
        moved: (moved) => told.push(`${moved.month} moved`),
        failed: (failed) => told.push(`${failed} failed`),
      }),
    )
    // There is no such month.
    expect(told).toEqual(['2008-01 failed', `${month} moved`])
  })

  test('is not ended by the database’s limit for a statement', async () => {
    const { month, owner, place } = await monthWith(1)
    await withDatabase(async (client) => {
      await client.query("set statement_timeout = '1s'")
      await withDatabase(async (other) => {
        await other.query('begin')
        await other.query('lock table public.archived_call_months in share mode')
        const archiving = archiveMonth(client, month, place)
        await Promise.race([untilWaiting(client), archiving])
        await other.query('select pg_sleep(1.2)')
        await other.query('commit')
        expect(await archiving).toMatchObject({ calls: 1 })
      })
    })
    expect(await callsOf(owner)).toEqual([])
  })

  test('is begun again if someone who changes all months holds what it needs, and waits for it', async () => {
    const { month, owner, place } = await monthWith(1)
    await withDatabase(async (client) => {
      await withDatabase(async (other) => {
        await other.query('begin')
        await other.query('lock table only public.cdr in row exclusive mode')
        const archiving = archiveMonth(client, month, place)
        await Promise.race([untilLocked(month), archiving])
        await other.query('delete from public.cdr where tenant_id = $1', [gone])
        await other.query('commit')
        expect(await archiving).toMatchObject({ calls: 1 })
      })
    })
    expect(await callsOf(owner)).toEqual([])
    expect(readdirSync(place).toSorted()).toEqual([`call-legs-${month}.csv.gz`, `calls-${month}.csv.gz`])
  })

  test('holds up no incoming calls while a report is read', async () => {
    const { month, place } = await monthWith(1)
    await withDatabase(async (client) => {
      await withDatabase(async (other) => {
        await other.query('begin')
        await other.query('select count(*) from public.cdr where tenant_id = $1', [tenant])
        const archiving = archiveMonth(client, month, place)
        await Promise.race([untilLocked(month), archiving])
        const { id } = await insertRow('cdr', await newCall({ tenant_id: tenant }))
        await other.query('commit')
        expect(await archiving).toMatchObject({ calls: 1 })
        expect(await query('select id from public.cdr where id = $1', [id])).toEqual([{ id }])
      })
    })
  })

  test('holds up no incoming calls while its legs are deleted or stored again', async () => {
    const { month, place, owner, starts } = await monthWith(1)
    const leg = await newCallLeg({ tenant_id: owner, start_at: starts })
    await insertRow('cdr_legs', leg)
    await withDatabase(async (client) => {
      const archiving = await rolledBack(async (other) => {
        await other.query('select from public.cdr_legs where id = $1 for update', [leg.id])
        const moved = archiveMonth(client, month, place)
        await Promise.race([untilWaiting(client), moved])
        expect(await incoming()).toBe('stored')
        return { moved }
      })
      expect(await archiving.moved).toMatchObject({ calls: 1, legs: 1 })
      const bringing = await rolledBack(async (other) => {
        await insertRow('cdr_legs', leg, other)
        const moved = bringBackMonth(client, month, place)
        await Promise.race([untilWaiting(client), moved])
        expect(await incoming()).toBe('stored')
        return { moved }
      })
      expect(await bringing.moved).toMatchObject({ calls: 1, legs: 1, elsewhere: 0 })
    })
    expect(await legsOf(owner)).toHaveLength(1)
  })

  test('can be undone from files of an earlier release, whose columns were others', async () => {
    const { month, owner, place } = await monthWith(1)
    const [stored] = await callsOf(owner)
    await withDatabase(async (client) => {
      await archiveMonth(client, month, place)
      const file = join(place, `calls-${month}.csv.gz`)
      const [header = '', ...lines] = gunzipSync(readFileSync(file)).toString().split('\n')
      // Its column from_name had another name, and came last.
      const at = header.split(',').indexOf('from_name')
      const moved = [header, ...lines].filter(Boolean).map((line) => {
        const cells = line.split(',')
        return [...cells.slice(0, at), ...cells.slice(at + 1), cells[at]].join(',')
      })
      const earlier = [moved[0]?.replace(/from_name$/, 'caller_name'), ...moved.slice(1), '']
      writeFileSync(file, gzipSync(earlier.join('\n')))
      expect(await bringBackMonth(client, month, place)).toMatchObject({ calls: 1, elsewhere: 0 })
    })
    expect(await callsOf(owner)).toEqual([{ call: { ...(stored?.call as object), from_name: '' } }])
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

  test('leaves them in place, unlocked, if the disk is full', async () => {
    const { month, owner, place, starts } = await monthWith(0)
    // More than what waits between the database and the file.
    await query(
      `insert into public.cdr (id, tenant_id, call_uuid, start_at, end_at, direction, status)
       select gen_random_uuid(), $1, gen_random_uuid(), $2, $2, 'inbound', 'missed' from generate_series(1, 20000)`,
      [owner, starts],
    )
    symlinkSync('/dev/full', join(place, `calls-${month}.csv.gz.part`))
    await withDatabase(async (client) => {
      await expect(archiveMonth(client, month, place)).rejects.toThrow('ENOSPC')
      expect(readdirSync(place)).toEqual([])
      await insertRow('cdr', await newCall({ tenant_id: owner, ...at(starts) }))
      expect(await archiveMonth(client, month, place)).toMatchObject({ calls: 20_001 })
    })
  })

  test('has billing refused until they are back', async () => {
    const plan = await insertRow('rate_plans', await newRatePlan())
    await insertRow('rate_plan_rates', await newRatePlanRate({ rate_plan_id: plan.id, prefix: '' }))
    const rated = async () =>
      (await insertRow('billing_accounts', await newBillingAccount({ rate_plan_id: plan.id }))).tenant_id
    const [billed, quiet] = [await rated(), await rated()]
    await query("select private.create_cdr_partitions('2009-07-01', '2009-07-01')")
    const outbound = { tenant_id: billed, direction: 'outbound', ...at('2009-07-10T12:00:00Z') }
    const call = await insertRow('cdr', await newCall(outbound))
    await query(
      `insert into public.cdr_hourly (tenant_id, hour, direction, status, calls, talk_seconds, ring_seconds)
       select t, '2009-07-10T12:00:00Z', 'outbound', 'answered', 1, 30, 5 from unnest($1::uuid[]) t`,
      [[billed, tenant]],
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
        message: 'The calls of July 2009 are archived. Whoever runs the server can bring them back.',
      }
      expect((await run(billed)).error).toMatchObject(refused)
      expect((await issue()).error).toMatchObject(refused)
      // One had no calls then, the other pays for none.
      for (const free of [quiet, tenant]) expect(await run(free)).toMatchObject({ data: null, error: null })
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
    const missing = async (zone: string, day: string) =>
      monthsWithin(await archivedMonths(client), zone, { from: day, until: day })
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

  test('counts no call twice when the tenant moves to a whole-hour time zone and back', async () => {
    const inIndia = async () =>
      (await insertRow('tenants', await newTenant({ time_zone: 'Asia/Kolkata' }))).id
    const [zoned, other] = [await inIndia(), await inIndia()]
    const counted = await rolledBack(async (client) => {
      await client.query("insert into public.archived_call_months (month, calls) values ('2008-02-01', 7)")
      await client.query(
        `insert into public.cdr (id, tenant_id, call_uuid, start_at, end_at, direction, status)
         select gen_random_uuid(), t, gen_random_uuid(), at, at, 'inbound', 'missed'
         from unnest('{2008-03-01T00:10:00Z,2008-03-01T00:40:00Z}'::timestamptz[]) at, unnest($1::uuid[]) t`,
        [[zoned, other]],
      )
      await client.query(
        `insert into public.cdr_hourly (tenant_id, hour, direction, status, calls, talk_seconds, ring_seconds)
         values ($1, '2008-02-29T23:30:00Z', 'inbound', 'missed', 1, 0, 0),
           ($1, '2008-03-01T00:30:00Z', 'inbound', 'missed', 1, 0, 0)`,
        [zoned],
      )
      const countedIn = async (zone: string, of = zoned) => {
        await client.query('update public.tenants set time_zone = $2 where id = $1', [of, zone])
        const { rows } = await client.query(
          'select hour, calls from public.cdr_hourly where tenant_id = $1 order by hour',
          [of],
        )
        return rows
      }
      return [
        await countedIn('UTC'),
        await countedIn('Asia/Kolkata'),
        await countedIn('UTC'),
        await countedIn('Asia/Kathmandu'),
        await countedIn('UTC', other),
      ]
    })
    const kept = { hour: new Date('2008-02-29T23:30:00Z'), calls: 1 }
    expect(counted).toEqual([
      [kept, { hour: new Date('2008-03-01T00:00:00Z'), calls: 1 }],
      [kept, { hour: new Date('2008-03-01T00:30:00Z'), calls: 1 }],
      [kept, { hour: new Date('2008-03-01T00:00:00Z'), calls: 1 }],
      [kept, { hour: new Date('2008-03-01T00:15:00Z'), calls: 1 }],
      // The hour that is kept counts no call of another tenant.
      [{ hour: new Date('2008-03-01T00:00:00Z'), calls: 2 }],
    ])
  })
})
