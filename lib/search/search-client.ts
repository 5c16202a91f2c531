import { type Remote, wrap } from 'comlink'
import { DEFAULT_LIMIT, type Found, type SearchMode, type SearchRows } from './hits.ts'
import type { SearchService } from './search-service.ts'

/** The page's side of the search. The worker starts with the first call; once it has failed, all calls reject. */
export interface SearchClient {
  /** Appends rows to the lists; resolves when they can be found. Known ids are ignored. */
  load(rows: SearchRows): Promise<void>
  /** Prepends new rows to the lists; resolves when they can be found. Known ids are ignored. */
  prepend(rows: SearchRows): Promise<void>
  /** Replaces rows in place; resolves once searches see the new values. Unknown ids are ignored. */
  update(rows: SearchRows): Promise<void>
  /** Removes rows from the lists; resolves once searches no longer find them. */
  remove(ids: string[]): Promise<void>
  /** Clears the lists. */
  reset(): Promise<void>
  /**
   * The best hits for a term as typed (by default in mode `content`, at most 50 companies, tenants and opportunities, then at
   * most 10 services and stock items), or undefined when a newer search was requested meanwhile: only the newest is answered.
   */
  search(term: string, options?: { mode?: SearchMode; limit?: number }): Promise<Found | undefined>
  /** Terminates the worker. Pending calls reject. */
  close(): void
}

interface Query {
  term: string
  mode: SearchMode
  limit: number
  resolve: (found: Found | undefined) => void
  reject: (error: unknown) => void
}

/** Creates a client with its own worker. `makeWorker` is for tests. */
export function createSearchClient(makeWorker: () => Worker = startWorker): SearchClient {
  const waiting = new Set<(reason: Error) => void>()
  let worker: Worker | undefined
  let service: Remote<SearchService> | undefined
  let failure: Error | undefined
  let searching = false
  let newest: Query | undefined

  const end = (reason: Error) => {
    failure ??= reason
    worker?.terminate()
    for (const reject of waiting) reject(failure)
  }

  const started = (): Remote<SearchService> => {
    if (service) return service
    worker = makeWorker()
    worker.addEventListener('error', ({ message }) => end(new Error(message || 'The search worker failed.')))
    worker.addEventListener('messageerror', () =>
      end(new Error('The search worker sent an unreadable answer.')),
    )
    service = wrap<SearchService>(worker)
    return service
  }

  /** Rejects requests that a crashed worker would never answer. */
  const ask = <Result>(work: (service: Remote<SearchService>) => Promise<Result>): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      if (failure) throw failure
      waiting.add(reject)
      work(started())
        .then(resolve, reject)
        .finally(() => waiting.delete(reject))
    })

  /** One search at a time: while the worker is busy, newer searches replace the pending one. */
  const searchNewest = async () => {
    searching = true
    while (newest) {
      const { term, mode, limit, resolve, reject } = newest
      newest = undefined
      try {
        const found = await ask((service) => service.search(term, mode, limit))
        resolve(newest ? undefined : found)
      } catch (error) {
        reject(error)
      }
    }
    searching = false
  }

  return {
    load: (rows) => ask((service) => service.load(rows)),
    prepend: (rows) => ask((service) => service.prepend(rows)),
    update: (rows) => ask((service) => service.update(rows)),
    remove: (ids) => ask((service) => service.remove(ids)),
    reset: () => ask((service) => service.reset()),
    search: (term, { mode = 'content', limit = DEFAULT_LIMIT } = {}) =>
      new Promise((resolve, reject) => {
        newest?.resolve(undefined)
        newest = { term, mode, limit, resolve, reject }
        if (!searching) void searchNewest()
      }),
    close: () => end(new Error('The search was closed.')),
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' })
}
