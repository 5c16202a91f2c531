import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldErrors, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import type { RecordValues } from '@/lib/records/field'

/**
 * Checks a record's form by its schema. After a refused save react-hook-form checks a whole list as soon as a row is
 * added to it; what is missing in the new row is not said until it is typed into or the form is saved again.
 */
export function recordResolver(schema: z.ZodType<RecordValues, RecordValues>): Resolver<RecordValues> {
  const check = zodResolver(schema)
  let checkedRows = new Set<unknown>()
  return async (values, context, options) => {
    const result = await check(values, context, options)
    const [name, ...others] = options.names ?? []
    if (name === undefined || others.length > 0) {
      checkedRows = new Set(Object.values(values).flatMap(idsOf))
      return result
    }
    const refused = result.errors[name]
    if (!Array.isArray(refused)) return result
    const ids = idsOf(values[name])
    const kept = refused.map((error, index) =>
      ids[index] === undefined || checkedRows.has(ids[index]) ? error : undefined,
    )
    const errors = {
      ...result.errors,
      [name]: kept.some(Boolean) ? kept : undefined,
    } as FieldErrors<RecordValues>
    return { ...result, errors } as typeof result
  }
}

/** The ids of a list's rows, at their places; undefined for what has none. */
function idsOf(list: unknown): unknown[] {
  return Array.isArray(list) ? list.map((row: { id?: unknown } | null) => row?.id) : []
}
