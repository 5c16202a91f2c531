import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { expect, inject, test } from 'vitest'
import type { Database } from '@/lib/supabase/database.types'
import { DEMO_PASSWORD } from '@/local/keys'
import { query, storedRow } from '../support/database'
import { FACTORIES } from '../support/factories'
import { insertRow, type TableName } from '../support/factories/row'

/** A superadmin's client that sends requests unchanged. */
async function plainClient() {
  const { url, anonKey } = inject('supabase')
  const client = createClient<Database>(url, anonKey, { auth: { persistSession: false } })
  const { error } = await client.auth.signInWithPassword({
    email: 'superadmin@demo.test',
    password: DEMO_PASSWORD,
  })
  if (error) throw error
  return client
}

const client = await plainClient()

test('a change with no version, an old one or one ahead is rejected', async () => {
  const company = await insertRow('companies', await FACTORIES.companies({ name: 'Versioned' }))
  const change = (values: { name: string; version?: number }) =>
    client.from('companies').update(values).eq('id', company.id)
  for (const version of [undefined, 0, 1, 3]) {
    expect((await change({ name: 'Overwritten', version })).error?.code).toBe('TR409')
  }
  expect((await change({ name: 'Renamed', version: 2 })).error).toBeNull()
  expect((await change({ name: 'Too late', version: 2 })).error?.code).toBe('TR409')
  expect(await storedRow('companies', company.id)).toMatchObject({ name: 'Renamed', version: 2 })
})

test('an upsert over an existing row without its next version is rejected, and one for a new row is stored', async () => {
  const company = await insertRow('companies', await FACTORIES.companies({ name: 'Versioned' }))
  const put = (values: { id: string; name: string; version?: number }) =>
    client.from('companies').upsert(values)
  for (const version of [undefined, 0, 1, 3]) {
    expect((await put({ id: company.id, name: 'Overwritten', version })).error?.code).toBe('TR409')
  }
  expect((await put({ id: company.id, name: 'Renamed', version: 2 })).error).toBeNull()
  expect(await storedRow('companies', company.id)).toMatchObject({ name: 'Renamed', version: 2 })
  const id = randomUUID()
  expect((await put({ id, name: 'New' })).error).toBeNull()
  expect(await storedRow('companies', id)).toMatchObject({ name: 'New', version: 1 })
})

test('a repeated change is answered like the first and changes nothing', async () => {
  const { id } = await insertRow('companies', await FACTORIES.companies({ name: 'Versioned' }))
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const change = client.from('companies').update({ name: 'Renamed', version: 2 }).eq('id', id)
    expect((await change.select('name, version')).data).toEqual([{ name: 'Renamed', version: 2 }])
    expect((await client.from('companies').upsert({ id, name: 'Renamed', version: 2 })).error).toBeNull()
  }
  expect(await storedRow('companies', id)).toMatchObject({ name: 'Renamed', version: 2 })
  expect(
    await query(`select action from public.audit_log where record_id = $1 and action = 'update'`, [id]),
  ).toHaveLength(1)
})

// Every versioned table that users change, so that new ones are covered.
const tables = await query<{ name: string; generated: string[] }>(`
  select r.table_name as name, array(select a.attname::text from pg_attribute a
    where a.attrelid = format('public.%I', r.table_name)::regclass and a.attgenerated <> '') as generated
  from private.record_tables r
  where r.touched and coalesce(r.may_edit, '{edit}') <> '{}' order by 1`)

test.each(tables)(
  '$name takes no new row with a version far ahead, or made in the future',
  async ({ name }) => {
    const table = name as TableName
    const row = { ...((await FACTORIES[table]()) as { id: string }), id: randomUUID() }
    for (const ahead of [{ version: 2_147_483_647 }, { created_at: '2999-01-01T00:00:00Z' }]) {
      const { error } = await client.from(name as 'companies').insert({ ...row, ...ahead } as never)
      // Some rows are added by functions only.
      expect(['23514', '42501']).toContain(error?.code)
      expect(await storedRow(table, row.id)).toBeUndefined()
    }
  },
)

test.each(tables)('$name rejects a change or an upsert without a version', async ({ name, generated }) => {
  const table = name as TableName
  const row = await insertRow(table, (await FACTORIES[table]()) as never)
  const rows = () => client.from(name as 'companies')
  const created_at = new Date().toISOString()
  expect((await rows().update({ created_at }).eq('id', row.id)).error?.code).toBe('TR409')
  const written = Object.entries(row).filter(
    ([column]) => column !== 'version' && !generated.includes(column),
  )
  const { error } = await rows().upsert({ ...Object.fromEntries(written), created_at } as never)
  // Some rows are added by functions only.
  expect(['TR409', '42501']).toContain(error?.code)
  expect(await storedRow(table, row.id)).toMatchObject({ version: 1 })
})
