import { pick } from 'es-toolkit/object'
import type { RecordRow } from '@/lib/records/field'

/** Nesting depth to search: a list in a page, in a response. */
const DEPTH = 2

/**
 * Replaces a record in cached data with its stored version, wherever it occurs. Only the columns present are replaced; additional
 * data, such as a tenant's name, stays. Returns the same object if the record is not in it.
 */
export function replaceRecord(shown: unknown, row: RecordRow, depth = DEPTH): unknown {
  if (typeof shown !== 'object' || shown === null) return shown
  if (isRow(shown) && shown.id === row.id) return { ...shown, ...pick(row, Object.keys(shown)) }
  if (depth === 0) return shown
  const parts = Object.entries(shown).map(([name, part]) => [name, part, replaceRecord(part, row, depth - 1)])
  if (parts.every(([, before, after]) => before === after)) return shown
  return Array.isArray(shown)
    ? parts.map(([, , after]) => after)
    : Object.fromEntries(parts.map(([name, , after]) => [name, after]))
}

const isRow = (shown: object): shown is RecordRow => 'id' in shown && 'version' in shown
