import { createSearchService, type SearchRequest } from './search-service.ts'
import { createWarmUp } from './warm-up.ts'

const answer = createSearchService()
const warmUp = createWarmUp((term) => answer({ id: 0, kind: 'search', term, mode: 'content', limit: 50 }))

self.addEventListener('message', (event: MessageEvent<SearchRequest>) => {
  self.postMessage(answer(event.data))
  if (event.data.kind === 'load') warmUp(event.data.rows)
})
