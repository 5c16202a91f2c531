import { FurtherIndex } from './further-index.ts'
import { type Found, FURTHER_LIMIT, type SearchMode, type SearchRows } from './hits.ts'
import { SearchIndex } from './search-index.ts'

/** A request to the search worker. Each is answered once, in order. */
export type SearchRequest = { id: number } & (
  | { kind: 'load' | 'prepend'; rows: SearchRows }
  | { kind: 'reset' }
  | { kind: 'search'; term: string; mode: SearchMode; limit: number }
)

/** The worker's answer: a search's result (nothing for other requests), or why the request failed. */
export type SearchAnswer = { id: number; found: Found } | { id: number; error: string }

const NOTHING: Found = { hits: [], more: false }

/** The worker's side: keeps the indexes and answers requests. Never throws. */
export function createSearchService(): (request: SearchRequest) => SearchAnswer {
  let index = new SearchIndex()
  let further = new FurtherIndex()

  /** One extra hit tells whether there are more. */
  const search = (term: string, mode: SearchMode, limit: number): Found => {
    const best = index.search(term, mode, limit + 1)
    const rest = mode === 'content' ? further.search(term, FURTHER_LIMIT + 1) : []
    return {
      hits: [...best.slice(0, limit), ...rest.slice(0, FURTHER_LIMIT)],
      more: best.length > limit || rest.length > FURTHER_LIMIT,
    }
  }

  const answerTo = (request: SearchRequest): Found => {
    switch (request.kind) {
      case 'load':
        index.load(request.rows)
        further.load(request.rows)
        return NOTHING
      case 'prepend':
        index.prepend(request.rows)
        further.load(request.rows)
        return NOTHING
      case 'reset':
        index = new SearchIndex()
        further = new FurtherIndex()
        return NOTHING
      case 'search':
        return search(request.term, request.mode, request.limit)
    }
  }

  return (request) => {
    try {
      return { id: request.id, found: answerTo(request) }
    } catch (error) {
      return { id: request.id, error: error instanceof Error ? error.message : String(error) }
    }
  }
}
