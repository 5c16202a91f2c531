import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problems } from '@/lib/telephony/routing/problems'
import { type SnapshotDocument, snapshotOf } from '@/lib/tenants/snapshot-client'
import { detectPhone } from '@/lib/validation/phone'
import { withDatabase } from '../support/database'
import { createScratchDatabase, type ScratchDatabase } from '../support/scratch-database'

let database: ScratchDatabase
beforeAll(async () => {
  database = await createScratchDatabase({ seed: true })
})
afterAll(() => database?.drop())

const rows = <Row>(text: string, url = database.url): Promise<Row[]> =>
  withDatabase(async (client) => (await client.query(text)).rows as Row[], url)
const count = async (from: string) =>
  Number((await rows<{ count: string }>(`select count(*) from public.${from}`))[0]?.count)

describe('the demonstration data', () => {
  test.each([
    ['companies', 40],
    ["companies where type = 'tenant' and domain_uuid is not null and tenant_code is not null", 25],
    ['tenants', 25],
    ['opportunities', 30],
    ["opportunities where status = 'lead'", 12],
    ['services', 12],
    ['inventory', 48],
    ['members', 4],
    ["members where status = 'disabled'", 1],
    ['audit_log', 0],
  ])('has %s: %i', async (from, expected) => {
    expect(await count(from)).toBe(expected)
  })

  test.each(['extensions', 'dids', 'devices'])('every tenant has %s', async (table) => {
    const without = await rows(
      `select t.domain from public.tenants t where not exists (select 1 from public.${table} x where x.tenant_id = t.id)`,
    )
    expect(without).toEqual([])
  })

  test('no tenant has more extensions than licensed seats, and one has used them all', async () => {
    const seats = await rows<{ free: number }>(`
      select t.extension_limit - count(e.id)::int as free
      from public.tenants t left join public.extensions e on e.tenant_id = t.id group by t.id`)
    expect(Math.min(...seats.map(({ free }) => free))).toBe(0)
  })

  test('all phone numbers are fictional, valid and in E.164 format', async () => {
    const numbers = await rows<{ number: string }>(`
      select number from public.dids union all select phone from public.companies where phone is not null
      union all select phone from public.contacts where phone is not null`)
    expect(numbers.length).toBeGreaterThan(150)
    expect(numbers.filter(({ number }) => !/^\+1[2-9]\d{2}55501\d{2}$/.test(number))).toEqual([])
    expect(numbers.filter(({ number }) => detectPhone(number) !== number)).toEqual([])
  })

  test('all MAC addresses are valid, and no device is also in stock', async () => {
    const macs = await rows<{ mac: string }>(
      'select mac from public.devices union all select mac from public.inventory where mac is not null',
    )
    expect(macs.filter(({ mac }) => !/^[0-9A-F]{2}(:[0-9A-F]{2}){5}$/.test(mac))).toEqual([])
    expect(new Set(macs.map(({ mac }) => mac)).size).toBe(macs.length)
  })

  test('one tenant shows what can go wrong, three have errors, and nobody else has more than two warnings', async () => {
    const tenants = await withDatabase(async (client) => {
      await client.query('set role service_role')
      const { rows: found } = await client.query<{ name: string; document: SnapshotDocument }>(
        `select c.name, public.tenant_snapshot(c.domain_uuid) as document
         from public.companies c where c.domain_uuid is not null order by c.created_at`,
      )
      return found.map(({ name, document }) => ({ name, found: problems(snapshotOf(document), Date.now()) }))
    }, database.url)
    const those = (severity: string, least: number) =>
      tenants
        .filter(({ found }) => found.filter((each) => each.severity === severity).length >= least)
        .map(({ name }) => name)
    const everything = 'Harbor Lane Dental'
    expect(those('error', 1)).toEqual([
      everything,
      'Cedar Ridge Logistics',
      'Oakmont Property Group',
      'Lantern Street Books',
    ])
    expect(those('error', 3)).toEqual([everything])
    expect(those('warning', 3)).toEqual([everything])
    const touched = new Set([...those('error', 1), ...those('warning', 1)])
    expect(tenants.length - touched.size).toBeGreaterThan(tenants.length / 2)
    const kinds = new Set(tenants.find(({ name }) => name === everything)?.found.map(({ kind }) => kind))
    expect(kinds.size).toBeGreaterThanOrEqual(9)
  })

  test('suspensions are recent, whatever the date is', async () => {
    const days = await rows<{ days: number }>(
      `select private.business_today() - suspended_at::date as days from public.tenants where status = 'suspended'`,
    )
    expect(days).toHaveLength(2)
    for (const { days: ago } of days) expect(ago).toBeLessThan(31)
  })

  test('customers, tenants, extensions and purchases are of the last fifteen months, whatever the date is', async () => {
    const days = await rows<{ days: number }>(
      `select private.business_today() - at::date as days from (
         select created_at as at from public.companies union all select created_at from public.tenants
         union all select created_at from public.extensions union all select purchased_on from public.inventory
       ) dated`,
    )
    const ages = days.map(({ days: ago }) => ago)
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...ages)).toBeLessThan(456)
  })

  test('every tenant is billed, and few are in arrears: one is suspended for it', async () => {
    const owing = await rows<{ name: string; invoices: number; overdue: number }>(
      `select c.name, count(i.id)::int as invoices,
         (count(i.id) filter (where i.status = 'issued' and i.due_on < private.business_today() and i.paid < i.total))::int as overdue
       from public.companies c left join public.invoices i on i.tenant_id = c.domain_uuid
       where c.domain_uuid is not null group by c.name`,
    )
    expect(owing.filter(({ invoices }) => invoices < 8)).toEqual([])
    expect(
      owing
        .filter(({ overdue }) => overdue > 0)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['Bluestem Veterinary Clinic', 'Copper Basin Mining Supply', 'Oakmont Property Group'])
  })

  test('one tenant shows a quote, voicemail and a fax of the last days, whatever the date is', async () => {
    const days = await rows<{ what: string; days: number }>(
      `select 'quote' as what, private.business_today() - q.sent_at::date as days from public.quotes q
         join public.opportunities o on o.id = q.opportunity_id join public.companies c on c.id = o.company_id
         where c.name = 'Harbor Lane Dental' and q.status = 'sent' and q.valid_until > private.business_today()
           and jsonb_array_length(q.lines) > 0
       union all select case when m.heard then 'heard message' else 'new message' end, private.business_today() - m.left_at::date
         from public.voicemail_messages m join public.companies c on c.domain_uuid = m.tenant_id
         join storage.objects f on f.bucket_id = 'voicemail' and f.name = m.path where c.name = 'Harbor Lane Dental'
       union all select 'fax', private.business_today() - f.received_at::date from public.faxes f
         join public.companies c on c.domain_uuid = f.tenant_id
         join storage.objects s on s.bucket_id = 'faxes' and s.name = f.path where c.name = 'Harbor Lane Dental'
       order by 1`,
    )
    expect(days.map(({ what }) => what)).toEqual(['fax', 'heard message', 'new message', 'quote'])
    for (const { days: ago } of days) expect(ago).toBeLessThan(4)
  })

  test('there are calls on each of the days that reports show first', async () => {
    const without = await rows<{ ago: number }>(
      `select ago from generate_series(1, 28) ago where not exists (
         select from public.cdr_daily d join public.tenants t on t.id = d.tenant_id
         where d.day = (now() at time zone t.time_zone)::date - ago)`,
    )
    expect(without).toEqual([])
    expect(await count("cdr where start_at > now() or start_at < now() - interval '30 days'")).toBe(0)
  })

  test('leaves every trigger enabled', async () => {
    expect(await rows("select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'")).toEqual(
      [],
    )
  })

  test('is the same every time', async () => {
    const other = await createScratchDatabase({ seed: 'anew' })
    try {
      expect(await fingerprint(other.url)).toEqual(await fingerprint(database.url))
    } finally {
      await other.drop()
    }
  })
})

/** A hash of the rows of each seeded table; ids of roles differ between loads, and dates, which are as many days ago. */
async function fingerprint(url: string): Promise<Record<string, unknown>> {
  const tables = [
    'tenants',
    'companies',
    'contacts',
    'services',
    'opportunities',
    'extensions',
    'dids',
    'devices',
    'inventory',
    'members',
  ]
  const hashes: Record<string, unknown> = {}
  for (const table of tables) {
    const [row] = await rows(
      `select count(*)::int as count, md5(string_agg((to_jsonb(t) - d.names)::text, ',' order by t.id)) as hash
       from public.${table} t, (
         select array_agg(attname::text) as names from pg_attribute
         where attrelid = 'public.${table}'::regclass and atttypid in ('date'::regtype, 'timestamptz'::regtype)
       ) d`,
      url,
    )
    hashes[table] = row
  }
  return hashes
}
