import { type PatternChunk, patternChunks } from './fuse-bound.ts'

/**
 * Which texts contain which pairs and triples of characters. The caller numbers texts upwards from 0 and adds them in that order,
 * in lower case.
 */
export class GramIndex {
  readonly #postings = new Map<string, number[]>()
  #counts = new Uint8Array(1024)
  #size = 0

  /** Adds a text under the next free number or a higher one. */
  add(text: string, id: number): void {
    this.#size = id + 1
    for (let at = 0; at + 2 <= text.length; at += 1) {
      this.#post(text.slice(at, at + 2), id)
      if (at + 3 <= text.length) this.#post(text.slice(at, at + 3), id)
    }
  }

  #post(gram: string, id: number): void {
    const posting = this.#postings.get(gram)
    if (posting === undefined) this.#postings.set(gram, [id])
    else if (posting[posting.length - 1] !== id) posting.push(id)
  }

  /**
   * The texts in which Fuse.js could find the pattern, and some in which it cannot: every text left out certainly does not match.
   * Undefined for a one-character pattern, which has no pairs.
   */
  candidates(pattern: string): number[] | undefined {
    if (pattern.length === 1) return undefined
    const chunks = patternChunks(pattern)
    const [only] = chunks
    if (chunks.length === 1 && only) return this.#withChunk(only)
    return [...new Set(chunks.flatMap((chunk) => this.#withChunk(chunk)))]
  }

  /**
   * The q-gram lemma: an edit destroys at most q of a pattern's grams of length q, so a text with a match of `errors` edits has
   * at least `grams − errors × q` of them. Triples are the most selective, but with five characters and one edit none need be
   * shared, so pairs are counted there.
   */
  #withChunk({ text, errors }: PatternChunk): number[] {
    const width = text.length === 2 || text.length === 5 ? 2 : 3
    const grams = text.length - width + 1
    const needed = grams - errors * width
    if (this.#counts.length < this.#size) this.#counts = new Uint8Array(this.#size * 2)
    const counts = this.#counts
    const found: number[] = []
    for (let at = 0; at < grams; at += 1) {
      const posting = this.#postings.get(text.slice(at, at + width)) ?? []
      for (let i = 0; i < posting.length; i += 1) {
        const id = posting[i] as number
        const count = (counts[id] as number) + 1
        counts[id] = count
        if (count === needed) found.push(id)
      }
    }
    counts.fill(0)
    return found
  }
}
