import type pg from 'pg'
import { type Declaration, triggersOf } from '../../support/declared-triggers'

/** A trigger that is dropped. */
export interface TriggerMutant {
  /** The table, with its schema. */
  table: string
  name: string
  sql: string
}

/** Every trigger of the app removed, one at a time, except the embedded backend's own. */
export async function triggerMutants(client: pg.Client): Promise<TriggerMutant[]> {
  const { rows } = await client.query<{ table: string; trigger: string }>(`
    select format('%I.%I', n.nspname, c.relname) as table, t.tgname as trigger
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace
    join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and t.tgparentid = 0 and p.pronamespace = 'private'::regnamespace
    order by 1, 2`)
  return rows.map(({ table, trigger }) => ({
    table,
    name: `${table}: without ${trigger}`,
    sql: `drop trigger ${trigger} on ${table}`,
  }))
}

/** Names of triggers created by declarations, which declarations.test.ts compares with the catalog. */
export async function declaredMutants(client: pg.Client): Promise<Set<string>> {
  const { rows: declarations } = await client.query<Declaration>('select * from private.record_tables')
  const { rows: columns } = await client.query<{ table: string; name: string }>(
    `select table_name as table, column_name as name from information_schema.columns where table_schema = 'public'`,
  )
  return new Set(
    declarations.flatMap((declared) =>
      Object.keys(triggersOf(declared, columns)).map(
        (trigger) => `public.${declared.table_name}: without ${trigger}`,
      ),
    ),
  )
}
