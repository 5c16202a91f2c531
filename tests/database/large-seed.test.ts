import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadLargeSeed } from '@/scripts/lib/large-seed'
import { withDatabase } from '../support/database'
import { createScratchDatabase, type ScratchDatabase } from '../support/scratch-database'

const SIZE = { companies: 600, opportunities: 120 }

let database: ScratchDatabase
let first: Awaited<ReturnType<typeof loadLargeSeed>>
beforeAll(async () => {
  database = await createScratchDatabase({ seed: true })
  first = await loadLargeSeed(database.url, SIZE)
})
afterAll(() => database?.drop())

const rows = <Row>(text: string): Promise<Row[]> =>
  withDatabase(async (client) => (await client.query(text)).rows as Row[], database.url)

test('adds the requested number of companies, half of them tenants with extensions, numbers and devices', async () => {
  expect(first).toMatchObject({ companies: 600, tenants: 300, opportunities: 120 })
  const perTenant = (table: 'extensions' | 'dids' | 'devices') => first[table] / first.tenants
  expect(perTenant('extensions')).toBeCloseTo(8, 0)
  expect(perTenant('dids')).toBeCloseTo(3, 0)
  expect(perTenant('devices')).toBeCloseTo(5, 0)
})

test('adds only what is missing when it runs again', async () => {
  const again = await loadLargeSeed(database.url, SIZE)
  expect(Object.values(again)).toEqual([0, 0, 0, 0, 0, 0])
  const more = await loadLargeSeed(database.url, { companies: 800, opportunities: 160 })
  expect(more).toMatchObject({ companies: 200, tenants: 100, opportunities: 40 })
  const other = await createScratchDatabase({ seed: true })
  try {
    await loadLargeSeed(other.url, { companies: 800, opportunities: 160 })
    expect(await fingerprint(other.url)).toEqual(await fingerprint(database.url))
  } finally {
    await other.drop()
  }
})

test('refers only to existing rows, although it loads without foreign key checks', async () => {
  const references = await rows<{ child: string; field: string; parent: string }>(`
    select f.conrelid::regclass::text as child, a.attname as field, f.confrelid::regclass::text as parent
    from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace
      and f.confkey[1] = (select attnum from pg_attribute where attrelid = f.confrelid and attname = 'id')`)
  expect(references.length).toBeGreaterThan(5)
  for (const { child, field, parent } of references) {
    const lost = await rows(
      `select 1 from ${child} c where c.${field} is not null and not exists (select 1 from ${parent} p where p.id = c.${field})`,
    )
    expect(lost, `${child}.${field}`).toEqual([])
  }
})

test('gives every company a unique name', async () => {
  expect(await rows('select name from public.companies group by name having count(*) > 1')).toEqual([])
})

test('stays within the purchased seats', async () => {
  const over =
    await rows(`select t.domain from public.tenants t join public.extensions e on e.tenant_id = t.id
    group by t.id having count(*) > t.extension_limit`)
  expect(over).toEqual([])
})

test('uses fictional numbers only: 555-01xx, or the unassigned +999', async () => {
  const numbers = await rows<{ number: string }>('select number from public.dids')
  expect(numbers.filter(({ number }) => !/^\+(1[2-9][0-8]\d55501\d{2}|999\d{10})$/.test(number))).toEqual([])
})

test('writes no audit entries and leaves all triggers enabled', async () => {
  expect(await rows('select 1 from public.audit_log')).toEqual([])
  expect(await rows("select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'")).toEqual([])
})

function fingerprint(url: string) {
  const tables = ['tenants', 'companies', 'opportunities', 'extensions', 'dids', 'devices']
  const hashes = tables.map(
    (
      table,
    ) => `(select md5(string_agg((to_jsonb(t) - '{created_at,updated_at,suspended_at}'::text[])::text, ',' order by t.id))
      from public.${table} t) as ${table}`,
  )
  return withDatabase(async (client) => (await client.query(`select ${hashes.join(', ')}`)).rows[0], url)
}
