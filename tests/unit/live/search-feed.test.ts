import { expect, test } from 'vitest'
import { SearchFeed } from '@/lib/live/search-feed'
import type { SearchClient } from '@/lib/search/search-client'

test('a repeated search is answered without the worker until rows change', async () => {
  const asked: string[] = []
  const client = {
    load: async () => undefined,
    update: async () => undefined,
    search: async (term: string, { mode }: { mode: string }) => {
      asked.push(`${mode} ${term}`)
      return term === 'overtaken' ? undefined : { hits: [], more: false }
    },
    close: () => undefined,
  } as unknown as SearchClient
  const feed = new SearchFeed(
    () => ({}),
    () => client,
  )
  feed.start()
  const ask = (term: string) => feed.search(term, 'content')

  expect(await ask('a')).toEqual({ hits: [], more: false })
  await ask('ac')
  await ask('a')
  await feed.search('a', 'company-name')
  expect(asked).toEqual(['content a', 'content ac', 'company-name a'])

  // A superseded search has no result to cache.
  await ask('overtaken')
  await ask('overtaken')
  expect(asked.slice(3)).toEqual(['content overtaken', 'content overtaken'])

  const changed = new Promise<void>((resolve) => feed.subscribe(resolve))
  feed.update({
    companies: [{ id: '1', name: 'Acme', type: 'company', domain_uuid: null, tenant_code: null }],
  })
  await changed
  await ask('a')
  expect(asked.slice(5)).toEqual(['content a'])
})
