import { chunk } from 'es-toolkit/array'
import { failureMessage, GENERIC_FAILURE } from '../errors'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Json } from '../supabase/database.types'
import { type DatabaseError, refusalOf } from '../supabase/refusal'
import type { RecordRow, RecordValues } from './field'
import { columnLabel, type Resource } from './resource'

export interface RowReport<Row extends RecordRow = RecordRow> {
  row: Row
  /** undefined on success. */
  problem: string | undefined
}

/**
 * Runs the work on all records in order, in chunks of `size`; the audit trail shows the run as one change. Resolves to the problems
 * by id; a failure does not stop the others. Never throws.
 */
export async function runBulk<Row extends RecordRow>(
  rows: readonly Row[],
  size: number,
  work: (part: readonly Row[], run: string) => Promise<ReadonlyMap<string, string>>,
  onProgress: (done: number) => void,
): Promise<RowReport<Row>[]> {
  const reports: RowReport<Row>[] = []
  const run = crypto.randomUUID()
  for (const part of chunk(rows, size)) {
    try {
      const problems = await work(part, run)
      reports.push(...part.map((row) => ({ row, problem: problems.get(row.id) })))
    } catch (error) {
      reports.push(...part.map((row) => ({ row, problem: failureMessage(error) })))
    }
    onProgress(reports.length)
  }
  return reports
}

/** Records per request: about a second of work, after which progress shows. */
export const CHANGES_PER_REQUEST = 1000

/**
 * Sets the same values for these columns on all records, in one request and one transaction. Each record is checked as in a single
 * save: its version must be current, and rights, rules and the audit trail are those of `saveRecord`. Resolves to the problem of
 * each record that failed, by id; the others are changed. Child tables and secrets cannot be set this way. `tenantId` is the tenant
 * whose page makes the request, or null outside of tenants. Throws Refusal or RequestFailure if nothing was changed.
 */
export async function changeRecords(
  supabase: Supabase,
  resource: Resource,
  tenantId: string | null,
  rows: readonly Seen[],
  values: RecordValues,
  columns: readonly string[],
  run?: string,
): Promise<ReadonlyMap<string, string>> {
  const failed = dataOf(
    await supabase.rpc('change_records', {
      target_table: resource.table,
      tenant: tenantId as string,
      seen: seenOf(rows),
      record_values: Object.fromEntries(columns.map((column) => [column, values[column]])) as Json,
      run,
    }),
  )
  return problemsOf(failed, columns.length > 1 ? resource : undefined)
}

/** Deletes all the records at the versions in their rows, in one request and one transaction; otherwise like `changeRecords`. */
export async function deleteRecords(
  supabase: Supabase,
  { table }: Pick<Resource, 'table'>,
  tenantId: string | null,
  rows: readonly Seen[],
  run?: string,
): Promise<ReadonlyMap<string, string>> {
  const asked = { target_table: table, tenant: tenantId as string, seen: seenOf(rows), run }
  return problemsOf(dataOf(await supabase.rpc('delete_records', asked)))
}

type Seen = Pick<RecordRow, 'id' | 'version'>

const seenOf = (rows: readonly Seen[]) => rows.map(({ id, version }) => ({ id, version }))

/** By id; with a resource, the field comes first. */
function problemsOf(
  failed: readonly (DatabaseError & { id: string })[],
  resource?: Resource,
): ReadonlyMap<string, string> {
  return new Map(failed.map((failure) => [failure.id, problemOf(failure, resource)]))
}

function problemOf(error: DatabaseError, resource?: Resource): string {
  const refusal = refusalOf(error, 400)
  if (!refusal) console.error(error)
  const { message, column } = refusal ?? { message: GENERIC_FAILURE, column: undefined }
  return resource && column ? `${columnLabel(resource, column)}: ${message}` : message
}
