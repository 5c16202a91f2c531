import { chunk } from 'es-toolkit/array'
import { addBounded } from '@/lib/add-bounded'
import { whenIdle } from '@/lib/browser/when-idle'
import type { Found, SearchMode, SearchRows } from '@/lib/search/hits'
import { nextTerms } from '@/lib/search/next-terms'
import { createSearchClient, type SearchClient } from '@/lib/search/search-client'

export interface SearchFeedState {
  /** Increases whenever search results may have changed. */
  version: number
  /** Why the search stopped working, if it did. */
  error: unknown
}

const CHUNK_ROWS = 2_000
/** Number of searches cached until rows change: those of letters deleted again, and those made ahead. */
const REMEMBERED = 300
/** Number of searches of a single character that are cached; all letters and digits are searched ahead in each mode. */
const REMEMBERED_LETTERS = 200
const IDLE: SearchFeedState = { version: 0, error: undefined }

/**
 * Maintains the search worker's copy of the lists. Nothing is copied before `start`. Rows go in small chunks, each after the
 * worker has taken the last: a search waits for one chunk at most, and no chunk blocks the page.
 */
export class SearchFeed {
  readonly #snapshot: () => SearchRows
  readonly #createClient: () => SearchClient
  readonly #listeners = new Set<() => void>()
  #state = IDLE
  #client: SearchClient | undefined
  /** Pending messages to the worker, in order. */
  #queue: ((client: SearchClient) => Promise<void>)[] = []
  #feeding = false
  /** Searches since the last change of rows, by mode and term, whose case does not matter. */
  readonly #answers = new Map<string, Promise<Found | undefined>>()
  /** Those of a single character, apart: longer terms must not push out what is searched ahead while the field is empty. */
  readonly #letters = new Map<string, Promise<Found | undefined>>()
  /** The search that was asked for last. */
  #newest = ''
  /** Ends the searches that are made ahead. */
  #stopAhead = () => undefined as void

  /** `snapshot` returns all rows of the lists at the time the copy starts. */
  constructor(snapshot: () => SearchRows, createClient: () => SearchClient = createSearchClient) {
    this.#snapshot = snapshot
    this.#createClient = createClient
  }

  readonly state = (): SearchFeedState => this.#state

  /** Calls back on every change of the state. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Starts the copy, or restarts it after a failure; otherwise does nothing. */
  readonly start = (): void => {
    if (this.#client) return
    this.#client = this.#createClient()
    this.#publish(undefined)
    this.append(this.#snapshot())
  }

  append(rows: SearchRows): void {
    for (const part of inChunks(rows)) this.#tell((client) => client.load(part))
  }

  /** Queued, because a row can be changed or removed only once the worker has it. */
  update(rows: SearchRows): void {
    this.#tell((client) => client.update(rows))
  }

  remove(ids: string[]): void {
    this.#tell((client) => client.remove(ids))
  }

  #tell(work: (client: SearchClient) => Promise<void>): void {
    if (!this.#client) return
    this.#queue.push(work)
    if (!this.#feeding) void this.#feed(this.#client)
  }

  prepend(rows: SearchRows): void {
    const client = this.#client
    client?.prepend(rows).then(
      () => this.#taken(client),
      (error) => this.#fail(client, error),
    )
  }

  /** The best hits, or undefined when there is no answer: a newer search, no copy, or a failure (see `state`). */
  search(term: string, mode: SearchMode): Promise<Found | undefined> {
    const name = nameOf(term, mode)
    const repeats = name === this.#newest && this.#cacheOf(term).has(name)
    const answer = this.#answer(term, mode)
    if (repeats) return answer
    this.#newest = name
    // The worker answers the newest search alone: one made ahead must not come after this.
    this.#stopAhead()
    void answer.then((found) => {
      if (found && name === this.#newest) this.searchAhead(term, mode, found.hits)
    })
    return answer
  }

  /**
   * While the page is idle, searches for what is likely typed next, so that the results are there when the key is pressed, without a
   * message to the worker and back. One search at a time, so that a real one waits for one at most. Returns a function that ends it.
   */
  searchAhead(term: string, mode: SearchMode, hits: Found['hits'] = []): () => void {
    this.#stopAhead()
    let stopped = false
    const cancel = whenIdle(async () => {
      for (const next of nextTerms(term, hits)) {
        if (stopped) return
        await this.#answer(next, mode)
      }
    })
    this.#stopAhead = () => {
      stopped = true
      cancel()
    }
    return this.#stopAhead
  }

  #answer(term: string, mode: SearchMode): Promise<Found | undefined> {
    const name = nameOf(term, mode)
    const cache = this.#cacheOf(term)
    const known = cache.get(name)
    if (known) return known
    const answer = this.#ask(term, mode)
    addBounded(cache, name, answer, cache === this.#letters ? REMEMBERED_LETTERS : REMEMBERED)
    void answer.then((found) => {
      if (!found && cache.get(name) === answer) cache.delete(name)
    })
    return answer
  }

  #cacheOf(term: string): Map<string, Promise<Found | undefined>> {
    return term.length === 1 ? this.#letters : this.#answers
  }

  async #ask(term: string, mode: SearchMode): Promise<Found | undefined> {
    const client = this.#client
    try {
      return await client?.search(term, { mode })
    } catch (error) {
      if (client) this.#fail(client, error)
      return undefined
    }
  }

  close(): void {
    const client = this.#client
    this.#client = undefined
    this.#queue = []
    this.#stopAhead()
    client?.close()
  }

  async #feed(client: SearchClient): Promise<void> {
    this.#feeding = true
    try {
      for (let work = this.#queue.shift(); work; work = this.#queue.shift()) {
        await work(client)
        this.#taken(client)
      }
    } catch (error) {
      this.#fail(client, error)
    }
    this.#feeding = false
  }

  #taken(client: SearchClient): void {
    if (client === this.#client) this.#publish(undefined)
  }

  #fail(client: SearchClient, error: unknown): void {
    if (client !== this.#client) return
    this.close()
    console.error(error)
    this.#publish(error)
  }

  #publish(error: unknown): void {
    this.#answers.clear()
    this.#letters.clear()
    this.#state = { version: this.#state.version + 1, error }
    for (const listener of this.#listeners) listener()
  }
}

function nameOf(term: string, mode: SearchMode): string {
  return `${mode} ${term.toLowerCase()}`
}

function inChunks({
  companies = [],
  opportunities = [],
  services = [],
  inventory = [],
}: SearchRows): SearchRows[] {
  return [
    ...chunk(companies, CHUNK_ROWS).map((rows) => ({ companies: rows })),
    ...chunk(opportunities, CHUNK_ROWS).map((rows) => ({ opportunities: rows })),
    ...chunk(services, CHUNK_ROWS).map((rows) => ({ services: rows })),
    ...chunk(inventory, CHUNK_ROWS).map((rows) => ({ inventory: rows })),
  ]
}
