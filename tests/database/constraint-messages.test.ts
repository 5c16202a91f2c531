import { expect, test } from 'vitest'
import { CONSTRAINT_MESSAGES } from '@/lib/supabase/constraint-messages'
import { query } from '../support/database'

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
