import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { SWRConfig } from 'swr'
import { beforeEach, expect, test, vi } from 'vitest'
import { InitialDataContext, useInitialData } from '@/hooks/initial-data'
import { keys } from '@/hooks/keys'
import type { Ahead } from '@/hooks/prefetch'
import { useClearCache } from '@/hooks/use-clear-cache'
import { usePagePrefetch } from '@/hooks/use-page-prefetch'
import { useQuery } from '@/hooks/use-query'
import { useRefreshRecords } from '@/hooks/use-write'

vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))
const tenantAsked = vi.hoisted(() => vi.fn())
vi.mock('@/lib/tenants/tenant', () => ({ loadTenant: tenantAsked }))
const router = vi.hoisted(() => ({
  pageLoader: {
    getPageList: () => ['/_app', '/login', '/app', '/app/tenants/[tenantId]/devices'],
    getMiddleware: () => [],
  },
  fetchComponent: vi.fn(),
}))
vi.mock('next/router', () => ({ default: { router } }))

const TENANT = '5b8022fb-1fd7-4d51-81ae-3b153fb4fd35'
const DEVICES = `/app/tenants/${TENANT}/devices`
const KEY = keys.records(TENANT, 'devices')
const load = vi.fn<() => Promise<string>>()

function Devices() {
  return <p>{useQuery(KEY, load).data ?? 'nothing yet'}</p>
}

function Shell() {
  usePagePrefetch()
  const forgetAll = useClearCache()
  const refresh = useRefreshRecords()
  const [open, setOpen] = useState(false)
  return (
    <>
      <a href={DEVICES}>Devices</a>
      <a href={`${DEVICES}?q=desk`}>Desks</a>
      <a href="https://elsewhere.example/app">Elsewhere</a>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <button type="button" onClick={() => void forgetAll()}>
        Forget
      </button>
      <button type="button" onClick={() => void refresh()}>
        Save
      </button>
      {open ? <Devices /> : null}
    </>
  )
}

function Started() {
  const { context, provider } = useInitialData(undefined)
  return (
    <InitialDataContext value={context}>
      <SWRConfig value={{ provider, dedupingInterval: 0 }}>
        <Shell />
      </SWRConfig>
    </InitialDataContext>
  )
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  load.mockReset().mockResolvedValue('Desk phone')
  tenantAsked.mockReset().mockResolvedValue(null)
  const ahead: Ahead = (tenantId) => [{ key: keys.records(tenantId, 'devices'), load }]
  router.fetchComponent.mockReset().mockResolvedValue({ page: { ahead: async () => ahead } })
  return () => vi.useRealTimers()
})

const show = () => {
  render(<Started />)
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
}
const rest = () => act(() => vi.advanceTimersByTimeAsync(100))

test('a page is prefetched on hover, and shows the prefetched data immediately', async () => {
  const user = show()
  await user.hover(screen.getByRole('link', { name: 'Devices' }))
  await rest()
  expect(router.fetchComponent).toHaveBeenCalledWith('/app/tenants/[tenantId]/devices')
  expect(tenantAsked).toHaveBeenCalledWith({}, TENANT)
  act(() => screen.getByRole('button', { name: 'Open' }).click())
  expect(screen.getByText('Desk phone')).toBeInTheDocument()
  await rest()
  expect(load).toHaveBeenCalledOnce()
})

test('a pending request is not repeated', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  load.mockReturnValue(promise)
  const user = show()
  await user.hover(screen.getByRole('link', { name: 'Devices' }))
  await rest()
  act(() => screen.getByRole('button', { name: 'Open' }).click())
  await rest()
  resolve('Lobby phone')
  expect(await screen.findByText('Lobby phone')).toBeInTheDocument()
  expect(load).toHaveBeenCalledOnce()
})

test('data older than ten seconds is shown, and refreshed', async () => {
  const user = show()
  await user.hover(screen.getByRole('link', { name: 'Devices' }))
  await rest()
  load.mockResolvedValue('Newer phone')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  act(() => screen.getByRole('button', { name: 'Open' }).click())
  expect(screen.getByText('Desk phone')).toBeInTheDocument()
  expect(await screen.findByText('Newer phone')).toBeInTheDocument()
})

test('data older than a save is shown, and refreshed', async () => {
  const user = show()
  await user.hover(screen.getByRole('link', { name: 'Devices' }))
  await rest()
  load.mockResolvedValue('Saved phone')
  act(() => screen.getByRole('button', { name: 'Save' }).click())
  await rest()
  act(() => screen.getByRole('button', { name: 'Open' }).click())
  expect(screen.getByText('Desk phone')).toBeInTheDocument()
  expect(await screen.findByText('Saved phone')).toBeInTheDocument()
})

test('nothing is prefetched for a brief hover, a query change, or another site', async () => {
  const user = show()
  await user.hover(screen.getByRole('link', { name: 'Devices' }))
  await user.hover(screen.getByRole('link', { name: 'Desks' }))
  await rest()
  await user.hover(screen.getByRole('link', { name: 'Elsewhere' }))
  await rest()
  expect(router.fetchComponent).not.toHaveBeenCalled()
})

test('data prefetched for one user is not shown to the next', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  load.mockReturnValueOnce(promise)
  const user = show()
  await user.hover(screen.getByRole('link', { name: 'Devices' }))
  await rest()
  act(() => screen.getByRole('button', { name: 'Forget' }).click())
  resolve('Theirs')
  await rest()
  act(() => screen.getByRole('button', { name: 'Open' }).click())
  expect(screen.queryByText('Theirs')).not.toBeInTheDocument()
  expect(await screen.findByText('Desk phone')).toBeInTheDocument()
})

test('navigation does not ask the server for a redirect', () => {
  show()
  expect(router.pageLoader.getMiddleware()).toBeUndefined()
})
