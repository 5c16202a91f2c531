import { Refusal } from '../errors'
import { answerOf, dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Json } from '../supabase/database.types'
import { isUuid } from '../validation/uuid'
import type { RecordRow, RecordValues, TableName } from './field'
import type { Resource } from './resource'

/** A save and the version it is based on; null for a new record. */
export interface Save {
  id: string
  tenantId: string | null
  expectedVersion: number | null
  values: RecordValues
}

/** A reference to a record; a child row is shown as its parent. */
export interface Use {
  table_name: string
  record_id: string
  column_name: string
  label: string
}

type Target = Pick<Resource, 'table'> & Partial<Pick<Resource, 'children' | 'restrictedTable'>>
type Version = Pick<RecordRow, 'id' | 'version'>

/**
 * The record with its children under their tables' names, and the restricted columns the caller may see; null if the caller may see
 * none. Here and below, `tenantId` is the tenant whose page makes the request, or null outside of tenants; records of other tenants
 * are treated as deleted.
 */
export async function loadRecord(
  supabase: Supabase,
  { table, children = [], restrictedTable }: Target,
  tenantId: string | null,
  id: string,
): Promise<RecordRow | null> {
  if (!isUuid(id)) return null
  const rows = Promise.all(
    children.map(async (child) => {
      const query = untyped(supabase, child.table).select('*').eq(child.parent, id).order(child.orderBy)
      return [child.table, dataOf(await query)] as const
    }),
  )
  const one = within(untyped(supabase, table).select('*').eq('id', id), tenantId).maybeSingle()
  const more = restrictedTable && untyped(supabase, restrictedTable).select('*').eq('id', id).maybeSingle()
  const [own, parts, kept] = await Promise.all([one.then(dataOf), rows, more?.then(dataOf)])
  return own && { ...kept, ...(own as RecordRow), ...Object.fromEntries(parts) }
}

/**
 * Saves these columns of a record, with its children, in one transaction, and returns the stored record. Throws Refusal: 'conflict'
 * if someone has saved since, 'gone', 'taken', 'invalid', …
 */
export async function saveRecord(
  supabase: Supabase,
  { table, children = [] }: Target,
  { id, tenantId, expectedVersion, values }: Save,
  columns: readonly string[],
): Promise<RecordRow> {
  const parts = children.filter((child) => Array.isArray(values[child.table]))
  const own = columns.filter(
    (column) => values[column] !== undefined && !children.some((child) => child.table === column),
  )
  return answerOf<RecordRow>(
    await supabase.rpc('save_record', {
      target_table: table,
      record: id,
      tenant: tenantId as string,
      expected_version: expectedVersion as number,
      record_values: Object.fromEntries(own.map((column) => [column, values[column]])) as Json,
      children: Object.fromEntries(
        parts.map((child) => [child.table, { parent: child.parent, rows: values[child.table] as Json }]),
      ),
    }),
  )
}

/** Deletes the record at the version the user saw. Throws Refusal: 'in-use', 'conflict', 'gone'. */
export async function deleteRecord(
  supabase: Supabase,
  table: TableName,
  tenantId: string | null,
  { id, version }: Version,
): Promise<void> {
  const one = untyped(supabase, table).delete().eq('id', id).eq('version', version)
  const deleted = dataOf(await within(one, tenantId).select('id'))
  if (deleted.length > 0) return
  const left = dataOf(await within(untyped(supabase, table).select('id').eq('id', id), tenantId))
  throw left.length > 0
    ? new Refusal('Someone else has saved this record since you opened it.', 409, 'conflict')
    : new Refusal('This record has been deleted by someone else.', 410, 'gone')
}

/** Everything that refers to a record. */
export async function usesOf(
  supabase: Supabase,
  table: TableName,
  tenantId: string | null,
  id: string,
): Promise<Use[]> {
  const asked = { target_table: table, target: id, tenant: tenantId ?? undefined }
  return dataOf(await supabase.rpc('used_by', asked))
}

/** Redirects all references to another destination or record and deletes the record, in one transaction. */
export async function repointAndDelete(
  supabase: Supabase,
  table: TableName,
  tenantId: string | null,
  { id, version }: Version,
  to: { destination?: string | null; record?: string | null },
): Promise<void> {
  dataOf(
    await supabase.rpc('repoint', {
      target_table: table,
      target: id,
      to_destination: to.destination ?? undefined,
      to_record: to.record ?? undefined,
      delete_after: true,
      expected_version: version,
      tenant: tenantId ?? undefined,
    }),
  )
}

/** The columns in which two states of a record differ. */
export function differingColumns(
  one: RecordValues,
  other: RecordValues,
  columns: readonly string[],
): string[] {
  return columns.filter((column) => !sameValue(one[column], other[column]))
}

/** Whether two values of a column are equal, ignoring columns maintained by the database. */
export function sameValue(one: unknown, other: unknown): boolean {
  return stable(one ?? null) === stable(other ?? null)
}

/** Columns maintained by the database. */
const KEPT = new Set(['version', 'created_at', 'updated_at'])

function stable(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => {
    if (KEPT.has(key)) return undefined
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

function within<Query extends { eq(column: 'tenant_id', value: string): Query }>(
  query: Query,
  tenantId: string | null,
): Query {
  return tenantId ? query.eq('tenant_id', tenantId) : query
}

// The client's types need a literal table name.
function untyped(supabase: Supabase, table: TableName) {
  return supabase.from(table as 'extensions')
}
