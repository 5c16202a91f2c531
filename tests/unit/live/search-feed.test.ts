import { expect, onTestFinished, test, vi } from 'vitest'
import { SearchFeed } from '@/lib/live/search-feed'
import type { Found } from '@/lib/search/hits'
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

  // Many longer terms push each other out, but not the letters.
  for (let n = 0; n < 301; n += 1) await ask(`term ${n}`)
  asked.length = 5
  await ask('a')
  expect(asked).toHaveLength(5)
  await ask('ac')
  expect(asked.splice(5)).toEqual(['content ac'])

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

/** Answers the newest search alone, as the worker's client does, and each when `release` is called. */
function newestOnly() {
  const asked: string[] = []
  let inWork: (() => void) | undefined
  let newest: { term: string; resolve: (found: Found | undefined) => void } | undefined
  function next() {
    const search = newest
    if (!search) return
    newest = undefined
    asked.push(search.term)
    inWork = () => {
      inWork = undefined
      search.resolve(newest ? undefined : found(search.term))
      queueMicrotask(next)
    }
  }
  const client = {
    load: async () => undefined,
    update: async () => undefined,
    search: (term: string) =>
      new Promise<Found | undefined>((resolve) => {
        newest?.resolve(undefined)
        newest = { term, resolve }
        if (!inWork) next()
      }),
    close: () => undefined,
  } as unknown as SearchClient
  return { client, asked, release: () => inWork?.() }
}

const found = (term: string): Found => ({
  hits: [
    { id: '1', type: 'company', name: `${term}bor`, description: '' },
    { id: '2', type: 'company', name: `${term}t`, description: '' },
  ],
  more: false,
})

test('a search that is repeated after rows changed is answered, whatever was being searched ahead', async () => {
  const idle: (() => void)[] = []
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idle.push(callback))
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  const { client, asked, release } = newestOnly()
  const feed = new SearchFeed(
    () => ({}),
    () => client,
  )
  feed.start()
  const first = feed.search('har', 'content')
  release()
  await first
  idle.shift()?.()
  expect(asked).toEqual(['har', 'harb'])

  const changed = new Promise<void>((resolve) => feed.subscribe(resolve))
  feed.update({ companies: [] })
  feed.update({
    companies: [{ id: '1', name: 'Harbor', type: 'company', domain_uuid: null, tenant_code: null }],
  })
  await changed
  const again = feed.search('har', 'content')
  release()
  await vi.waitFor(() => expect(asked).toEqual(['har', 'harb', 'har']))
  release()
  expect(await again).toEqual(found('har'))
})

test('searching ahead from another term ends what was searched ahead before', async () => {
  const idle: (() => void)[] = []
  const canceled: number[] = []
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idle.push(callback))
  vi.stubGlobal('cancelIdleCallback', (handle: number) => canceled.push(handle))
  const feed = new SearchFeed(
    () => ({}),
    () => newestOnly().client,
  )
  feed.start()
  feed.searchAhead('a', 'content', found('a').hits)
  feed.searchAhead('', 'content')
  expect(canceled).toEqual([1])
})
