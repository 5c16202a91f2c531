import type pg from 'pg'
import type { Json } from '@/lib/supabase/database.types'
import { query } from './database'
import { FACTORIES } from './factories'
import { insertRow, type TableName, type Tables } from './factories/row'

/** A stored row that belongs to a tenant. */
export type TenantRow = { id: string; tenant_id: string; version: number; [column: string]: Json | undefined }

/** Tables whose rows belong, or may belong, to a tenant. */
export async function tenantTables(client?: pg.Client): Promise<string[]> {
  const text = `
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`
  const rows = client ? (await client.query(text)).rows : await query<{ name: string }>(text)
  return rows.map(({ name }) => String(name))
}

/**
 * All rows of the given tenants in every table, as text in a fixed order, including the audit trail and the tenants
 * themselves.
 */
export async function rowsOf(tenants: readonly string[], client?: pg.Client): Promise<string[]> {
  const parts = (await tenantTables(client)).map(
    (name) =>
      `select '${name} ' || to_jsonb(t)::text as row from public.${name} t where t.tenant_id = any ($1)`,
  )
  const text = `${parts.join(' union all ')}
    union all select 'tenants ' || to_jsonb(t)::text from public.tenants t where t.id = any ($1) order by 1`
  const rows = client ? (await client.query(text, [tenants])).rows : await query(text, [tenants])
  return rows.map(({ row }) => String(row))
}

/** Whether a row of rowsOf is no result of the checks that a server makes of all tenants at any time. */
export const isNoCheck = (row: string) => !/^(?:tenant_checks|tenant_versions) /.test(row)

/** Stores a row with a new tenant. */
export async function ownRow(table: TableName): Promise<TenantRow> {
  const row = (await FACTORIES[table]()) as Tables[typeof table]['Insert']
  return (await insertRow(table, row)) as unknown as TenantRow
}
