import { act, render, screen } from '@testing-library/react'
import { unstable_createAdapterProvider as createAdapterProvider } from 'nuqs/adapters/custom'
import { useMemo, useSyncExternalStore } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useRecordQuery } from '@/hooks/use-record-query'
import type { Resource } from '@/lib/records/resource'
import { extension } from './fake-backend'

const NAVIGATION_MS = 200

/** An address that changes as Next's pages router changes it: a while after it was asked to, and only to the newest. */
const router = {
  search: '',
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
  listeners: new Set<() => void>(),
  go(search: string) {
    clearTimeout(router.timer)
    router.timer = setTimeout(() => {
      router.search = search
      for (const listener of router.listeners) listener()
    }, NAVIGATION_MS)
  },
}

const SlowRouter = createAdapterProvider(() => {
  const search = useSyncExternalStore(
    (listener) => {
      router.listeners.add(listener)
      return () => router.listeners.delete(listener)
    },
    () => router.search,
  )
  return {
    searchParams: useMemo(() => new URLSearchParams(search), [search]),
    getSearchParamsSnapshot: () => new URLSearchParams(router.search),
    updateUrl: (next: URLSearchParams) => router.go(next.toString()),
    autoResetQueueOnUpdate: false,
  }
})

let address: ReturnType<typeof useRecordQuery>
function List() {
  address = useRecordQuery(extension as unknown as Resource)
  return <p>{`${address.query.search}, ${address.record}`}</p>
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  router.search = ''
})
afterEach(() => vi.useRealTimers())

describe('a list whose search term is still on its way to the address', () => {
  test.each([0, 100, 250, 290, 310, 350, 400, 490, 510, 600])(
    'opens a record clicked after %i ms, and keeps the search term',
    async (wait) => {
      render(
        <SlowRouter>
          <List />
        </SlowRouter>,
      )
      act(() => address.search('805E'))
      await pass(wait)
      act(() => address.open('r1'))
      await pass(50)
      expect(screen.getByText('805E, r1')).toBeVisible()
      for (let step = 0; step < 20; step += 1) {
        await pass(50)
        expect(screen.getByText('805E, r1')).toBeVisible()
      }
      expect(Object.fromEntries(new URLSearchParams(router.search))).toEqual({ q: '805E', record: 'r1' })
      act(() => address.open(null))
      await pass(1000)
      expect(screen.getByText('805E, null')).toBeVisible()
    },
  )
})
