/** An answer that came with the page, and the key under which the cache holds it. */
export type FirstAnswer = readonly [key: readonly unknown[], data: unknown]

const COLLECTION = '$collection'

/** Answers as JSON text: sets and maps are named, since JSON has neither. */
export function writeAnswers(answers: readonly FirstAnswer[]): string {
  return JSON.stringify(answers, (_name, value: unknown) => {
    if (value instanceof Set) return { [COLLECTION]: 'set', entries: [...value] }
    if (value instanceof Map) return { [COLLECTION]: 'map', entries: [...value] }
    return value
  })
}

/** The answers in what {@link writeAnswers} wrote. */
export function readAnswers(text: string): FirstAnswer[] {
  return revived(JSON.parse(text)) as FirstAnswer[]
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
