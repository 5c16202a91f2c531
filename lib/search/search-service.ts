import type { SearchHit, SearchMode, SearchRows } from './hits.ts'
import { SearchIndex } from './search-index.ts'

/** What the page asks of the search worker. Each request is answered once, in the order of asking. */
export type SearchRequest = { id: number } & (
  | { kind: 'load' | 'prepend'; rows: SearchRows }
  | { kind: 'reset' }
  | { kind: 'search'; term: string; mode: SearchMode; limit: number }
)

/** The worker's answer: the hits of a search (none for other requests), or why the request failed. */
export type SearchAnswer = { id: number; hits: SearchHit[] } | { id: number; error: string }

/** The worker's inside: keeps one index and answers requests on it. It never throws. */
export function createSearchService(): (request: SearchRequest) => SearchAnswer {
  let index = new SearchIndex()

  const hitsFor = (request: SearchRequest): SearchHit[] => {
    switch (request.kind) {
      case 'load':
        index.load(request.rows)
        return []
      case 'prepend':
        index.prepend(request.rows)
        return []
      case 'reset':
        index = new SearchIndex()
        return []
      case 'search':
        return index.search(request.term, request.mode, request.limit)
    }
  }

  return (request) => {
    try {
      return { id: request.id, hits: hitsFor(request) }
    } catch (error) {
      return { id: request.id, error: error instanceof Error ? error.message : String(error) }
    }
  }
}
