import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { SWRConfig } from 'swr'
import { expect, test, vi } from 'vitest'
import { type Query, useQuery } from '@/hooks/use-query'
import { FETCHING_DEFAULTS } from '@/lib/fetching-defaults'
import type { Supabase } from '@/lib/supabase/browser-client'

vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) as Supabase }))

type Rows = readonly { name: string }[]

function answers() {
  const waiting: ((rows: Rows) => void)[] = []
  return {
    ask: () => new Promise<Rows>((resolve) => waiting.push(resolve)),
    asked: () => waiting.length,
    answer: (rows: Rows) => act(async () => waiting.shift()?.(rows)),
  }
}

function Names({ search, ask }: { search: string; ask: () => Promise<Rows> }) {
  const { data, outdated } = useQuery(['names', search], ask, { keepPreviousData: true })
  return <p>{data ? `${data.map(({ name }) => name).join()}${outdated ? ', outdated' : ''}` : 'none yet'}</p>
}

function shown(search: string, ask: () => Promise<Rows>) {
  return (
    <SWRConfig value={FETCHING_DEFAULTS}>
      <Names search={search} ask={ask} />
    </SWRConfig>
  )
}

test('rows are not outdated once another query is answered with the same', async () => {
  const { ask, asked, answer } = answers()
  const { rerender } = render(shown('acm', ask))
  await vi.waitFor(() => expect(asked()).toBe(1))
  await answer([{ name: 'Acme' }])
  expect(await screen.findByText('Acme')).toBeInTheDocument()
  rerender(shown('acme', ask))
  expect(screen.getByText('Acme, outdated')).toBeInTheDocument()
  await vi.waitFor(() => expect(asked()).toBe(1))
  await answer([{ name: 'Acme' }])
  expect(await screen.findByText('Acme')).toBeInTheDocument()
})

test('a component that reads rows alone is not rendered again while they are refreshed', async () => {
  const { ask, asked, answer } = answers()
  const rendered = vi.fn<() => void>()
  let refresh: () => Promise<void> = async () => undefined
  function Read() {
    const query = useQuery(['names', 'all'], ask)
    refresh = query.retry
    rendered()
    return <p>{query.data?.length ?? 'none yet'}</p>
  }
  render(
    <SWRConfig value={FETCHING_DEFAULTS}>
      <Read />
    </SWRConfig>,
  )
  await vi.waitFor(() => expect(asked()).toBe(1))
  await answer([{ name: 'Acme' }])
  await screen.findByText('1')
  rendered.mockClear()
  act(() => void refresh())
  await vi.waitFor(() => expect(asked()).toBe(1))
  await answer([{ name: 'Acme' }])
  expect(rendered).not.toHaveBeenCalled()
})

test('a part whose code arrives after the answer shows it, although nobody had read it before', async () => {
  const { ask, asked, answer } = answers()
  let arrive: () => void = () => undefined
  function Part({ query }: { query: Query<Rows> }) {
    return <p>{query.data?.length ?? 'none yet'}</p>
  }
  function Late({ query }: { query: Query<Rows> }) {
    const [isThere, setThere] = useState(false)
    arrive = () => setThere(true)
    return isThere ? <Part query={query} /> : null
  }
  function Page() {
    return <Late query={useQuery(['names', 'late'], ask)} />
  }
  render(
    <SWRConfig value={{ ...FETCHING_DEFAULTS, provider: () => new Map() }}>
      <Page />
    </SWRConfig>,
  )
  await vi.waitFor(() => expect(asked()).toBe(1))
  await answer([{ name: 'Acme' }])
  act(() => arrive())
  expect(await screen.findByText('1')).toBeInTheDocument()
})
