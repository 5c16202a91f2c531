/** A query result delivered with the page, with its cache key. */
export type QueryResult = readonly [key: readonly unknown[], data: unknown]

const COLLECTION = '$collection'

/** Serializes results as JSON text; sets and maps are tagged, because JSON has neither. */
export function serializeResults(answers: readonly QueryResult[]): string {
  return JSON.stringify(answers, (_name, value: unknown) => {
    if (value instanceof Set) return { [COLLECTION]: 'set', entries: [...value] }
    if (value instanceof Map) return { [COLLECTION]: 'map', entries: [...value] }
    return value
  })
}

/** Restores the results serialized by {@link serializeResults}. */
export function parseResults(text: string): QueryResult[] {
  return revived(JSON.parse(text)) as QueryResult[]
}

/** Walks the values itself: a reviver of JSON.parse takes several times as long for a page of rows. */
function revived(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(revived)
  const record = value as Record<string, unknown>
  for (const name of Object.keys(record)) record[name] = revived(record[name])
  if (!(COLLECTION in record && 'entries' in record)) return record
  const entries = record.entries as [unknown, unknown][]
  return record[COLLECTION] === 'set' ? new Set(entries) : new Map(entries)
}
