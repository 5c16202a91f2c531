import { expect, onTestFinished, test, vi } from 'vitest'
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

test('what is likely typed next is searched while the page is idle, and a new search ends that', async () => {
  const idle: (() => void)[] = []
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idle.push(callback))
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  const asked: string[] = []
  const hits = [
    { id: '1', name: 'Harbor Lane', description: '' },
    { id: '2', name: 'Hart Legal', description: '' },
  ]
  const client = {
    load: async () => undefined,
    search: async (term: string) => {
      asked.push(term)
      return { hits, more: false }
    },
    close: () => undefined,
  } as unknown as SearchClient
  const feed = new SearchFeed(
    () => ({}),
    () => client,
  )
  feed.start()

  await feed.search('har', 'content')
  expect(asked).toEqual(['har'])
  idle.shift()?.()
  await vi.waitFor(() => expect(asked).toEqual(['har', 'harb', 'hart']))
  await feed.search('Harb', 'content')
  expect(asked, 'it was found ahead').toHaveLength(3)

  idle.shift()?.()
  await feed.search('hax', 'content')
  expect(asked.slice(3), 'the search of "Harbo" had begun').toEqual(['Harbo', 'hax'])
})
