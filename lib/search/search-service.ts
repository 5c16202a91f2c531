import { type Found, FURTHER_LIMIT, type SearchMode, type SearchRows } from './hits.ts'
import { RemoteIndex } from './remote-index.ts'
import { SearchIndex } from './search-index.ts'

/** The worker's side of the search: it keeps the indexes. */
export interface SearchService {
  load: (rows: SearchRows) => void
  prepend: (rows: SearchRows) => void
  /** Companies and opportunities only, as these alone are pushed. */
  update: (rows: SearchRows) => void
  remove: (ids: string[]) => void
  reset: () => void
  search: (term: string, mode: SearchMode, limit: number) => Found
}

/** A service with empty indexes: `load` fills them. */
export function createSearchService(): SearchService {
  let index = new SearchIndex()
  let further = new RemoteIndex()
  return {
    load(rows) {
      index.load(rows)
      further.load(rows)
    },
    prepend(rows) {
      index.prepend(rows)
      further.load(rows)
    },
    update: (rows) => index.update(rows),
    remove: (ids) => index.remove(ids),
    reset() {
      index = new SearchIndex()
      further = new RemoteIndex()
    },
    search(term, mode, limit) {
      // One extra hit tells whether there are more.
      const best = index.search(term, mode, limit + 1)
      const rest = mode === 'content' ? further.search(term, FURTHER_LIMIT + 1) : []
      return {
        hits: [...best.slice(0, limit), ...rest.slice(0, FURTHER_LIMIT)],
        more: best.length > limit || rest.length > FURTHER_LIMIT,
      }
    },
  }
}
