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
  return JSON.parse(text, (_name, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    if (!(COLLECTION in value && 'entries' in value)) return value
    const entries = value.entries as [unknown, unknown][]
    return value[COLLECTION] === 'set' ? new Set(entries) : new Map(entries)
  }) as FirstAnswer[]
}
