import { expose } from 'comlink'
import { createSearchService, type SearchService } from './search-service.ts'
import { createWarmUp } from './warm-up.ts'

const service = createSearchService()
const warmUp = createWarmUp((term) => service.search(term, 'content', 50))

expose({
  ...service,
  load(rows) {
    service.load(rows)
    warmUp(rows)
  },
} satisfies SearchService)
