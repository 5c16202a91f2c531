import type { RecordValues, Resource } from './resource'

/** Why a column's value cannot be. */
export interface ColumnIssue {
  column: string
  message: string
}

/**
 * What a resource's own schema says against some columns of a record, of which others may be unknown. Rules about
 * several columns together count where none is unknown; else they are left to the database, which knows them all.
 */
export function issuesOf(
  { schema, blank }: Pick<Resource, 'schema' | 'blank'>,
  values: RecordValues,
  columns: readonly string[],
): ColumnIssue[] {
  const start = blank(null)
  const complete = Object.keys(start).every((column) => columns.includes(column))
  const { error } = schema.safeParse({ ...start, ...values })
  return (error?.issues ?? [])
    .filter(({ code, path }) => (complete || code !== 'custom') && columns.includes(String(path[0])))
    .map(({ path, message }) => ({ column: String(path[0]), message }))
}
