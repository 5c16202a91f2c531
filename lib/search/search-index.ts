import { uniq } from 'es-toolkit/array'
import Fuse from 'fuse.js'
import { unaccented } from '../unaccented.ts'
import { createBound, THRESHOLD } from './fuse-bound.ts'
import { GramIndex } from './gram-index.ts'
import {
  companyHit,
  DEFAULT_LIMIT,
  opportunityHit,
  type SearchHit,
  type SearchMode,
  type SearchRows,
} from './hits.ts'

type Texts = Pick<SearchHit, 'name' | 'description'>

const KEYS: Record<SearchMode, string[]> = {
  content: ['name', 'description'],
  company: ['name', 'description'],
  'company-name': ['name'],
}

/** Opportunities come after all companies: their positions start here. */
const FIRST_OPPORTUNITY = 2 ** 32

/** Fuse's field-length norm: the exponent applied to a text's score, by its number of words. */
const fieldNorm = Fuse.createIndex([], []).norm

/**
 * Fuzzy search over companies and opportunities. The hits are those of `new Fuse([...companies, ...opportunities], { threshold:
 * 0.2, keys: ['name', 'description'] })`, in that order and with equal scores in list order, but found in a few milliseconds:
 * pairs and triples of characters propose candidates, a lower bound of Fuse's score orders them, and Fuse itself ranks the best
 * until no other can move ahead of them. Only a term that finds nothing as typed is compared without the white space around it, and
 * then without accents.
 */
export class SearchIndex {
  readonly #hits: SearchHit[] = []
  /** Position of each hit in the whole list. */
  readonly #places: number[] = []
  /** The name of hit n at 2n, its description at 2n + 1; in lower case, as Fuse compares them. */
  readonly #texts: string[] = []
  readonly #norms: number[] = []
  /** Texts with accents, without them, by their field. */
  readonly #unaccented = new Map<number, string>()
  readonly #grams = new GramIndex()
  /** The numbers of the hits by their ids. */
  readonly #known = new Map<string, number>()
  /** The numbers of hits that were removed, or replaced by others. */
  readonly #gone = new Set<number>()
  #firstCompany = 0
  #endOfCompanies = 0
  #firstOpportunity = FIRST_OPPORTUNITY
  #endOfOpportunities = FIRST_OPPORTUNITY

  /** Appends rows to their lists. Rows with a known id are ignored. */
  load({ companies = [], opportunities = [] }: SearchRows): void {
    for (const row of companies) this.#add(row, companyHit, () => this.#endOfCompanies++)
    for (const row of opportunities) this.#add(row, opportunityHit, () => this.#endOfOpportunities++)
  }

  /** Prepends rows to their lists, one after the other. Rows with a known id are ignored. */
  prepend({ companies = [], opportunities = [] }: SearchRows): void {
    for (const row of companies) this.#add(row, companyHit, () => --this.#firstCompany)
    for (const row of opportunities) this.#add(row, opportunityHit, () => --this.#firstOpportunity)
  }

  /** Replaces known rows in place. */
  update({ companies = [], opportunities = [] }: SearchRows): void {
    for (const row of companies) this.#replace(row, companyHit)
    for (const row of opportunities) this.#replace(row, opportunityHit)
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) {
      const number = this.#known.get(id)
      if (number === undefined) continue
      this.#known.delete(id)
      this.#gone.add(number)
    }
  }

  #replace<Row extends { id: string }>(row: Row, toHit: (row: Row) => SearchHit): void {
    const number = this.#known.get(row.id)
    if (number === undefined) return
    this.remove([row.id])
    this.#add(row, toHit, () => this.#places[number] as number)
  }

  /** Appends hits of other kinds to two lists, the first ahead of the second; every id must be unique. */
  append(first: readonly SearchHit[], second: readonly SearchHit[]): void {
    const itself = (hit: SearchHit) => hit
    for (const hit of first) this.#add(hit, itself, () => this.#endOfCompanies++)
    for (const hit of second) this.#add(hit, itself, () => this.#endOfOpportunities++)
  }

  #add<Row extends { id: string }>(row: Row, toHit: (row: Row) => SearchHit, nextPlace: () => number): void {
    if (this.#known.has(row.id)) return
    const hit = toHit(row)
    const texts = [hit.name, hit.description].map((text) => ({
      text: text.toLowerCase(),
      norm: fieldNorm.get(text),
    }))
    this.#known.set(row.id, this.#hits.length)
    this.#hits.push(hit)
    this.#places.push(nextPlace())
    for (const { text, norm } of texts) {
      this.#grams.add(text, this.#texts.length)
      const bare = unaccented(text)
      if (bare !== text) this.#unaccented.set(this.#texts.length, bare)
      this.#texts.push(text)
      this.#norms.push(norm)
    }
  }

  /**
   * The best hits for a term, at most `limit`, best first. None for a blank term. Fuse takes white space around a pasted term for
   * typing errors: a term that finds nothing with it is searched without.
   */
  search(term: string, mode: SearchMode = 'content', limit = DEFAULT_LIMIT): SearchHit[] {
    const bare = term.trim()
    if (!bare || limit < 1) return []
    for (const sought of uniq([term, bare])) {
      const hits = this.#search(sought, mode, limit)
      if (hits.length > 0) return hits
    }
    return this.#searchUnaccented(unaccented(bare), mode, limit)
  }

  /** First the hits that are written with accents, then those without. */
  #searchUnaccented(term: string, mode: SearchMode, limit: number): SearchHit[] {
    const boundOf = createBound(term.toLowerCase())
    const numbers = new Set<number>()
    for (const [field, text] of this.#unaccented) {
      if (!this.#isSought(field, mode) || boundOf(text) === undefined) continue
      numbers.add(field >> 1)
    }
    const bare = ({ name, description }: Texts) => ({
      name: unaccented(name),
      description: unaccented(description),
    })
    const accented = this.#rank([...numbers], term, mode, limit, bare).map(
      ({ number }) => this.#hits[number] as SearchHit,
    )
    return uniq([...accented, ...this.#search(term, mode, limit)]).slice(0, limit)
  }

  #search(term: string, mode: SearchMode, limit: number): SearchHit[] {
    const { candidates, bounds } = this.#candidates(term.toLowerCase(), mode)
    const compare = (a: number, b: number) =>
      (bounds[a] as number) - (bounds[b] as number) ||
      (this.#places[a] as number) - (this.#places[b] as number)

    for (let count = limit; ; count *= 4) {
      const foremost = smallest(candidates, count + 1, compare)
      const next = foremost.length > count ? foremost.pop() : undefined
      const ranked = this.#rank(foremost, term, mode, limit)
      const last = ranked.at(limit - 1)
      if (last) bounds[last.number] = last.score // no longer a bound: its true place among the others
      if (next === undefined || (last && compare(last.number, next) < 0)) {
        return ranked.map(({ number }) => this.#hits[number] as SearchHit)
      }
    }
  }

  /** The hits that may match, with the lowest score Fuse could give each. */
  #candidates(pattern: string, mode: SearchMode): { candidates: number[]; bounds: Float64Array } {
    const boundOf = createBound(pattern)
    const power = rememberedPower()
    const bounds = new Float64Array(this.#hits.length)
    const candidates: number[] = []
    const weight = 1 / KEYS[mode].length
    const consider = (field: number) => {
      if (!this.#isSought(field, mode)) return
      const bound = boundOf(this.#texts[field] as string)
      if (bound === undefined) return
      const number = field >> 1
      const factor = power(bound || Number.EPSILON, weight * (this.#norms[field] as number))
      const other = bounds[number] as number
      if (other === 0) candidates.push(number)
      bounds[number] = other === 0 ? factor : other * factor
    }
    const fields = this.#grams.candidates(pattern)
    if (fields) fields.forEach(consider)
    else for (let field = 0; field < this.#texts.length; field += 1) consider(field)
    return { candidates, bounds }
  }

  #isSought(field: number, mode: SearchMode): boolean {
    const number = field >> 1
    if (mode === 'company-name' && field % 2 === 1) return false
    if (this.#gone.size > 0 && this.#gone.has(number)) return false
    return mode === 'content' || this.#hits[number]?.type !== 'opportunity'
  }

  /** Fuse's own ranking of some hits, by what is read of them; equal scores in list order. */
  #rank(
    numbers: number[],
    term: string,
    mode: SearchMode,
    limit: number,
    read: (hit: SearchHit) => Texts = (hit) => hit,
  ): { number: number; score: number }[] {
    const listed = numbers.toSorted((a, b) => (this.#places[a] as number) - (this.#places[b] as number))
    const fuse = new Fuse(
      listed.map((number) => read(this.#hits[number] as SearchHit)),
      { threshold: THRESHOLD, keys: KEYS[mode], includeScore: true },
    )
    return fuse
      .search(term, { limit })
      .map(({ refIndex, score = 1 }) => ({ number: listed[refIndex] as number, score }))
  }
}

/**
 * `base ** exponent`, memoized: a one-letter term needs some 60,000 powers of few different numbers, each more expensive than
 * everything else about its text.
 */
function rememberedPower(): (base: number, exponent: number) => number {
  const size = 4096
  const bases = new Float64Array(size)
  const exponents = new Float64Array(size)
  const results = new Float64Array(size)
  return (base, exponent) => {
    const slot = (base * 1000 + exponent * 100_000) & (size - 1)
    if (bases[slot] !== base || exponents[slot] !== exponent) {
      bases[slot] = base
      exponents[slot] = exponent
      results[slot] = base ** exponent
    }
    return results[slot] as number
  }
}

/**
 * The `count` smallest items in ascending order without sorting the rest: a heap of the best so far, worst on top. `compare` must
 * never return 0 for two different items.
 */
function smallest<T>(items: Iterable<T>, count: number, compare: (a: T, b: T) => number): T[] {
  const heap: T[] = []
  const at = (index: number) => heap[index] as T
  const swap = (a: number, b: number) => {
    const moved = at(a)
    heap[a] = at(b)
    heap[b] = moved
  }
  const rise = () => {
    for (let child = heap.length - 1; child > 0;) {
      const parent = (child - 1) >> 1
      if (compare(at(child), at(parent)) < 0) return
      swap(child, parent)
      child = parent
    }
  }
  const sink = () => {
    for (let parent = 0; ;) {
      const left = 2 * parent + 1
      if (left >= heap.length) return
      const child = left + 1 < heap.length && compare(at(left + 1), at(left)) > 0 ? left + 1 : left
      if (compare(at(child), at(parent)) < 0) return
      swap(child, parent)
      parent = child
    }
  }
  for (const item of items) {
    if (heap.length < count) {
      heap.push(item)
      rise()
    } else if (count > 0 && compare(item, at(0)) < 0) {
      heap[0] = item
      sink()
    }
  }
  return heap.sort(compare)
}
