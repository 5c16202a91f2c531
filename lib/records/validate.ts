import { pick } from 'es-toolkit/object'
import { z } from 'zod'
import type { RecordValues } from './field'
import type { Resource } from './resource'

/** Why a column's value is invalid. */
export interface ColumnIssue {
  column: string
  message: string
}

/**
 * What is wrong with some columns of a record. Rules across columns apply only if all columns are given; otherwise the database
 * checks them.
 */
export function issuesOf(
  { schema, shape, blank }: Pick<Resource, 'schema' | 'shape' | 'blank'>,
  values: RecordValues,
  columns: readonly string[],
): ColumnIssue[] {
  const complete = Object.keys(blank).every((column) => columns.includes(column))
  const checked = complete ? schema : z.object(pick(shape, columns))
  const { issues = [] } = checked.safeParse({ ...blank, ...values }).error ?? {}
  return issues
    .filter(({ path }) => columns.includes(String(path[0])))
    .map(({ path: [column], code, message }) => ({
      column: String(column),
      message: code === 'invalid_type' && values[String(column)] === null ? 'Fill in this field.' : message,
    }))
}
