import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldErrors, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import type { RecordValues } from '@/lib/records/field'

/**
 * Validates a record's form by its schema. After a rejected save, react-hook-form validates a whole list as soon as a row is added;
 * errors of the new row are held back until it is edited or the form is saved again.
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
    const checked = refused.map((error, index) =>
      ids[index] === undefined || checkedRows.has(ids[index]) ? error : undefined,
    )
    const errors = {
      ...result.errors,
      [name]: checked.some(Boolean) ? checked : undefined,
    } as FieldErrors<RecordValues>
    return { ...result, errors } as typeof result
  }
}

/** The ids of a list's rows by index; undefined for rows without one. */
function idsOf(list: unknown): unknown[] {
  return Array.isArray(list) ? list.map((row: { id?: unknown } | null) => row?.id) : []
}
