/** A query result delivered with the page, with its cache key. */
export type QueryResult = readonly [key: readonly unknown[], data: unknown]

const COLLECTION = '$collection'
const ROWS = '$rows'

/**
 * Serializes results as JSON text. Sets and maps are tagged, because JSON has neither; rows that have the same columns name them once,
 * which halves a list's part of the page.
 */
export function serializeResults(answers: readonly QueryResult[]): string {
  return JSON.stringify(packed(answers))
}

/** Restores the results serialized by {@link serializeResults}. */
export function parseResults(text: string): QueryResult[] {
  return revived(JSON.parse(text)) as QueryResult[]
}

/** Walks the values itself: a replacer of JSON.stringify takes several times as long for a page of rows. */
function packed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Set) return { [COLLECTION]: 'set', entries: packed([...value]) }
  if (value instanceof Map) return { [COLLECTION]: 'map', entries: packed([...value]) }
  if (!Array.isArray(value)) return mapped(value as Record<string, unknown>, packed)
  const columns = columnsOf(value)
  if (!columns) return value.map(packed)
  const rows = value as Record<string, unknown>[]
  return { [ROWS]: columns, values: rows.map((row) => columns.map((column) => packed(row[column]))) }
}

/** The columns that all of several rows have, in the same order; undefined for anything else. */
function columnsOf(list: readonly unknown[]): string[] | undefined {
  if (list.length < 2) return undefined
  let columns: string[] | undefined
  for (const row of list) {
    if (typeof row !== 'object' || row === null || Object.getPrototypeOf(row) !== Object.prototype)
      return undefined
    const names = Object.keys(row)
    columns ??= names
    if (names.length === 0 || names.length !== columns.length) return undefined
    for (const [index, name] of names.entries()) {
      // In a list, what is undefined would become null.
      if (name !== columns[index] || (row as Record<string, unknown>)[name] === undefined) return undefined
    }
  }
  return columns
}

/** The reverse of {@link packed}. */
function revived(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(revived)
  const record = value as Record<string, unknown>
  if (ROWS in record && 'values' in record) {
    const columns = record[ROWS] as string[]
    return (record.values as unknown[][]).map((row) =>
      Object.fromEntries(columns.map((column, index) => [column, revived(row[index])])),
    )
  }
  if (!(COLLECTION in record && 'entries' in record)) return mapped(record, revived)
  const entries = revived(record.entries) as [unknown, unknown][]
  return record[COLLECTION] === 'set' ? new Set(entries) : new Map(entries)
}

function mapped(record: Record<string, unknown>, part: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, part(value)]))
}
