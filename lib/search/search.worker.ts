import { createSearchService, type SearchRequest } from './search-service.ts'

const answer = createSearchService()

self.addEventListener('message', (event: MessageEvent<SearchRequest>) => {
  self.postMessage(answer(event.data))
})
