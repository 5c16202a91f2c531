import { DEFAULT_LIMIT, type Found, type SearchMode, type SearchRows } from './hits.ts'
import type { SearchAnswer, SearchRequest } from './search-service.ts'

/** The page's side of the search. The worker starts with the first call; once it has failed, all calls reject. */
export interface SearchClient {
  /** Appends rows to the lists; resolves when they can be found. Known ids are ignored. */
  load(rows: SearchRows): Promise<void>
  /** Prepends new rows to the lists; resolves when they can be found. Known ids are ignored. */
  prepend(rows: SearchRows): Promise<void>
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

interface WaitingCall<Result> {
  resolve: (result: Result) => void
  reject: (error: Error) => void
}

type Query = { term: string; mode: SearchMode; limit: number }
type Unnumbered<Request> = Request extends unknown ? Omit<Request, 'id'> : never

/** Creates a client with its own worker. `makeWorker` is for tests. */
export function createSearchClient(makeWorker: () => Worker = startWorker): SearchClient {
  const waiting = new Map<number, WaitingCall<Found>>()
  let worker: Worker | undefined
  let failure: Error | undefined
  let lastId = 0
  let searching = false
  let newest: (Query & WaitingCall<Found | undefined>) | undefined

  const end = (reason: Error) => {
    failure = reason
    worker?.terminate()
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }

  const startedWorker = (): Worker => {
    if (worker) return worker
    worker = makeWorker()
    worker.addEventListener('message', ({ data }: MessageEvent<SearchAnswer>) => {
      const call = waiting.get(data.id)
      waiting.delete(data.id)
      if ('error' in data) call?.reject(new Error(data.error))
      else call?.resolve(data.found)
    })
    worker.addEventListener('error', ({ message }) => end(new Error(message || 'The search worker failed.')))
    worker.addEventListener('messageerror', () =>
      end(new Error('The search worker sent an unreadable answer.')),
    )
    return worker
  }

  const ask = (request: Unnumbered<SearchRequest>): Promise<Found> =>
    new Promise((resolve, reject) => {
      if (failure) return reject(failure)
      lastId += 1
      startedWorker().postMessage({ ...request, id: lastId })
      waiting.set(lastId, { resolve, reject })
    })

  /** One search at a time: while the worker is busy with one, later ones replace each other. */
  const searchNewest = async () => {
    searching = true
    while (newest) {
      const { term, mode, limit, resolve, reject } = newest
      newest = undefined
      try {
        const found = await ask({ kind: 'search', term, mode, limit })
        resolve(newest ? undefined : found)
      } catch (error) {
        reject(error as Error)
      }
    }
    searching = false
  }

  return {
    load: async (rows) => void (await ask({ kind: 'load', rows })),
    prepend: async (rows) => void (await ask({ kind: 'prepend', rows })),
    reset: async () => void (await ask({ kind: 'reset' })),
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
