import type { ZodType } from 'zod'
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
  const shape = complete ? undefined : shapeOf(schema)
  const issues = shape
    ? columns.flatMap((column) =>
        (shape[column]?.safeParse(values[column]).error?.issues ?? []).map((issue) => ({
          ...issue,
          path: [column],
        })),
      )
    : (schema.safeParse({ ...start, ...values }).error?.issues ?? []).filter(
        ({ code }) => complete || code !== 'custom',
      )
  return issues
    .filter(({ path }) => columns.includes(String(path[0])))
    .map(({ path: [column], code, message }) => ({
      column: String(column),
      message:
        code === 'invalid_type' && values[String(column)] === null ? 'This must be filled in.' : message,
    }))
}

/** What the schema says of each column by itself. */
function shapeOf(schema: ZodType): Readonly<Record<string, ZodType>> | undefined {
  return 'shape' in schema ? (schema.shape as Readonly<Record<string, ZodType>>) : undefined
}
