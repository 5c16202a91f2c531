import { omit } from 'es-toolkit/object'
import { answerOf, asFailure, dataOf, orNull } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Database, Json } from '../supabase/database.types'
import type { DatabaseError } from '../supabase/refusal'
import { isUuid } from '../validation/uuid'
import type { RecordRow, RecordValues, TableName } from './field'
import { problemText, type Resource } from './resource'

// Throughout, `tenantId` is the tenant whose page makes the request, or null outside of tenants; records of other tenants are treated
// as deleted.

/** A save and the version it is based on; null for a new record. */
export interface Save {
  id: string
  tenantId: string | null
  expectedVersion: number | null
  values: RecordValues
}

/** A reference to a record; a child row is shown as its parent. */
export type Use = Database['public']['Functions']['used_by']['Returns'][number]

type Target = Pick<Resource, 'table'> & Partial<Pick<Resource, 'children' | 'restrictedTable'>>
type Version = Pick<RecordRow, 'id' | 'version'>

/**
 * The record with its children under their tables' names, and the restricted columns the caller may see; null if the caller may see
 * none.
 */
export async function loadRecord(
  supabase: Supabase,
  { table, children = [], restrictedTable }: Target,
  tenantId: string | null,
  id: string,
): Promise<RecordRow | null> {
  if (!isUuid(id)) return null
  // The client's types need a literal table name.
  const rowsOf = (from: TableName, key = 'id') =>
    supabase
      .from(from as 'extensions')
      .select('*')
      .eq(key, id)
  const own = tenantId ? rowsOf(table).eq('tenant_id', tenantId) : rowsOf(table)
  // First, so that its version is never newer than its parts: a save at it would remove those that were added in between.
  const row = await own.maybeSingle().then(dataOf)
  if (!row) return null
  const [kept, parts] = await Promise.all([
    restrictedTable && rowsOf(restrictedTable).maybeSingle().then(dataOf),
    Promise.all(
      children.map(async (child) => [
        child.table,
        dataOf(await rowsOf(child.table, child.parent).order(child.orderBy)),
      ]),
    ),
  ])
  return { ...kept, ...row, ...Object.fromEntries(parts) }
}

/**
 * Saves a record's values, which may be some of its columns, with its children, in one transaction, and returns the stored record.
 * Throws Refusal: 'conflict' if someone has saved since, 'gone', 'taken', 'invalid', …
 */
export async function saveRecord(
  supabase: Supabase,
  { table, children = [] }: Target,
  { id, tenantId, expectedVersion, values }: Save,
): Promise<RecordRow> {
  const parts = children.filter((child) => Array.isArray(values[child.table]))
  const own = omit(values, [...children.map((child) => child.table)])
  return answerOf<RecordRow>(
    await supabase.rpc('save_record', {
      target_table: table,
      record: id,
      tenant: orNull(tenantId),
      expected_version: orNull(expectedVersion),
      record_values: own as Json,
      children: Object.fromEntries(
        parts.map((child) => [child.table, { parent: child.parent, rows: values[child.table] as Json }]),
      ),
    }),
  )
}

/**
 * Sets the same values on all records, in one request and one transaction. Each record is checked as in a single
 * save: its version must be current, and rights, rules and the audit trail are those of `saveRecord`. Resolves to the problem of
 * each record that failed, by id; the others are changed. Child tables and secrets cannot be set this way. Throws Refusal or
 * RequestFailure if nothing was changed.
 */
export async function changeRecords(
  supabase: Supabase,
  resource: Resource,
  tenantId: string | null,
  rows: readonly Version[],
  values: RecordValues,
  run?: string,
): Promise<ReadonlyMap<string, string>> {
  const asked = { ...askedOf(resource.table, tenantId, rows, run), record_values: values as Json }
  const failed = dataOf(await supabase.rpc('change_records', asked))
  return problemsOf(failed, Object.keys(values).length > 1 ? resource : undefined)
}

/** `changeRecords` for an action on the records selected in one list. */
export const setOnAll = (
  supabase: Supabase,
  resource: Resource,
  rows: readonly (Version & { tenant_id: string | null })[],
  values: RecordValues,
  run: string,
) => changeRecords(supabase, resource, rows[0]?.tenant_id ?? null, rows, values, run)

/** Deletes all the records at the versions in their rows, in one request and one transaction; otherwise like `changeRecords`. */
export async function deleteRecords(
  supabase: Supabase,
  { table }: Pick<Resource, 'table'>,
  tenantId: string | null,
  rows: readonly Version[],
  run?: string,
): Promise<ReadonlyMap<string, string>> {
  return problemsOf(dataOf(await supabase.rpc('delete_records', askedOf(table, tenantId, rows, run))))
}

/**
 * Deletes the record at the version the user saw; with a replacement, all references go to that destination or record in the same
 * transaction. Throws Refusal: 'in-use', 'conflict', 'gone'.
 */
export async function deleteRecord(
  supabase: Supabase,
  table: TableName,
  tenantId: string | null,
  row: Version,
  replacement?: { destination?: string | null; record?: string | null },
): Promise<void> {
  if (replacement) {
    const asked = {
      target_table: table,
      target: row.id,
      to_destination: replacement.destination ?? undefined,
      to_record: replacement.record ?? undefined,
      delete_after: true,
      expected_version: row.version,
      tenant: tenantId ?? undefined,
    }
    dataOf(await supabase.rpc('repoint', asked))
    return
  }
  const [error] = dataOf(await supabase.rpc('delete_records', askedOf(table, tenantId, [row])))
  if (error) throw asFailure(error, 409)
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

const askedOf = (table: TableName, tenantId: string | null, rows: readonly Version[], run?: string) => ({
  target_table: table,
  tenant: orNull(tenantId),
  seen: rows.map(({ id, version }) => ({ id, version })),
  run,
})

/** What the user is told of each record that failed, by id; with a resource, the field comes first. */
export function problemsOf(failed: readonly (DatabaseError & { id: string })[], resource?: Resource) {
  return new Map(
    failed.map((error) => {
      const failure = asFailure(error, 400)
      return [error.id, resource ? problemText(resource, failure) : failure.message]
    }),
  )
}
