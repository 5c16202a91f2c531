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

// Every versioned table that users change, so that new ones are covered.
const tables = await query<{ name: string }>(`
  select r.table_name as name from private.record_tables r
  where r.touched and coalesce(r.may_edit, '{edit}') <> '{}' order by 1`)

test.each(tables)('$name rejects a change without a version', async ({ name }) => {
  const table = name as TableName
  const { id } = await insertRow(table, (await FACTORIES[table]()) as never)
  const { error } = await client
    .from(name as 'companies')
    .update({ created_at: new Date().toISOString() })
    .eq('id', id)
  expect(error?.code).toBe('TR409')
})
