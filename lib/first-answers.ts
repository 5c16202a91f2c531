/** A query result delivered with the page, with its cache key. */
export type FirstAnswer = readonly [key: readonly unknown[], data: unknown]

const COLLECTION = '$collection'

/** Serializes results as JSON text; sets and maps are tagged, because JSON has neither. */
export function writeAnswers(answers: readonly FirstAnswer[]): string {
  return JSON.stringify(answers, (_name, value: unknown) => {
    if (value instanceof Set) return { [COLLECTION]: 'set', entries: [...value] }
    if (value instanceof Map) return { [COLLECTION]: 'map', entries: [...value] }
    return value
  })
}

/** Restores the results serialized by {@link writeAnswers}. */
export function readAnswers(text: string): FirstAnswer[] {
  return JSON.parse(text, (_name, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    if (!(COLLECTION in value && 'entries' in value)) return value
    const entries = value.entries as [unknown, unknown][]
    return value[COLLECTION] === 'set' ? new Set(entries) : new Map(entries)
  }) as FirstAnswer[]
}
