import { expect, test } from 'vitest'
import { CONSTRAINT_MESSAGES } from '@/lib/supabase/constraint-messages'
import { refusalOf } from '@/lib/supabase/refusal'
import { newMember } from '../support/clients'
import { query } from '../support/database'
import { FACTORIES } from '../support/factories'
import { insertRow, unique, uniqueMac } from '../support/factories/row'
import { declaredResources } from '../support/resources'

test('every check with an error text exists, and names a column it checks', async () => {
  const checks = await query<{ name: string; columns: string[] }>(
    `select c.conname as name, array_agg(a.attname::text) as columns
     from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
     where c.contype = 'c' and c.connamespace = 'public'::regnamespace
     group by c.conname`,
  )
  const columnsOf = new Map(checks.map(({ name, columns }) => [name, columns]))
  for (const [name, { column }] of Object.entries(CONSTRAINT_MESSAGES)) {
    expect(columnsOf.get(name), name).toContain(column)
  }
})

// PostgreSQL tells no values of a table with row-level security, only the constraint's name.
test('whatever is typed a second time is named, at its field', async () => {
  const keys = await query<{ table: string; name: string; column: string }>(
    `select c.conrelid::regclass::text as table, c.conname as name, min(a.attname::text) as column
     from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey) and a.attname <> 'tenant_id'
     where c.contype = 'u' and c.connamespace = 'public'::regnamespace
     group by c.conrelid, c.conname having count(*) = 1`,
  )
  const resources = await declaredResources()
  const isTyped = ({ kind }: { kind: string }) => ['text', 'phone', 'mac'].includes(kind)
  const entered = keys.filter(({ table, column }) =>
    resources.some(
      (one) => one.table === table && one.fields.some((field) => field.name === column && isTyped(field)),
    ),
  )
  expect(entered.length).toBeGreaterThan(10)
  for (const { name, column } of entered) {
    const message = `duplicate key value violates unique constraint "${name}"`
    const refusal = refusalOf({ code: '23505', message, details: null }, 409)
    expect(refusal, name).toMatchObject({ reason: 'taken', column })
    expect(refusal?.message, name).toMatch(/^A record with this [A-Za-z ]+ already exists\.$/)
  }
})

test.each([
  ['mac', { mac: uniqueMac() }, 'A record with this MAC address already exists.'],
  ['serial', { serial: `SN-${unique()}` }, 'A record with this serial number already exists.'],
  ['asset_tag', { asset_tag: `TAG-${unique()}` }, 'A record with this asset tag already exists.'],
])('stock with a taken %s says so to whoever enters it', async (column, taken, message) => {
  const first = await insertRow('inventory', await FACTORIES.inventory(taken))
  const { client } = await newMember('admin')
  const { error, status } = await client.from('inventory').insert({ name: 'Second', ...taken })
  expect(error && refusalOf(error, status)).toMatchObject({ reason: 'taken', column, message })
  const [value] = Object.values(taken)
  expect(await query(`select id from public.inventory where ${column} = $1`, [value])).toEqual([
    { id: first.id },
  ])
})
