import type { RecordRow } from './field'

/** A list in a page, in an answer: no further parts. */
const DEPTH = 2

/**
 * An answer that is shown, with a record as it was just stored wherever it stands in there. Only the columns that are shown are
 * taken over; what the answer has besides, such as the name of a tenant, stays. The same object when the record is not in it.
 */
export function withStored(shown: unknown, row: RecordRow, depth = DEPTH): unknown {
  if (typeof shown !== 'object' || shown === null) return shown
  if (isRow(shown) && shown.id === row.id) {
    return Object.fromEntries(
      Object.entries(shown).map(([column, value]) => [column, column in row ? row[column] : value]),
    )
  }
  if (depth === 0) return shown
  if (Array.isArray(shown)) {
    const rows = shown.map((one) => withStored(one, row, depth - 1))
    return rows.some((one, place) => one !== shown[place]) ? rows : shown
  }
  const parts = Object.entries(shown).map(([name, part]) => [name, part, withStored(part, row, depth - 1)])
  return parts.some(([, before, after]) => before !== after)
    ? Object.fromEntries(parts.map(([name, , after]) => [name, after]))
    : shown
}

const isRow = (shown: object): shown is RecordRow => 'id' in shown && 'version' in shown
