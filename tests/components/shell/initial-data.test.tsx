import { act, render, screen } from '@testing-library/react'
import { useContext } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { SWRConfig, useSWRConfig } from 'swr'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { InitialDataContext, type PageData, useInitialData } from '@/hooks/initial-data'
import { keys } from '@/hooks/keys'
import { useQuery } from '@/hooks/use-query'
import { useUser } from '@/hooks/use-user'
import { serializeResults } from '@/lib/initial-data'

const auth = {
  onAuthStateChange: () => undefined,
  getUser: async () => ({ data: { user: null }, error: null }),
}
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ auth }) }))
const load = vi.fn<() => Promise<string>>()
const KEY = keys.tenant('t1')
const user = { id: 'u1', email: 'ada@demo.test' }
const came: PageData = { user, at: 0, answers: serializeResults([[KEY, 'came with the page']]) }

function Shown({ early = true }: { early?: boolean }) {
  const { data } = useQuery(KEY, load, { early })
  return (
    <p>
      {useUser()?.email}: {data ?? 'nothing yet'}
    </p>
  )
}

function NextPage() {
  const { fresh } = useContext(InitialDataContext)
  const { mutate } = useSWRConfig()
  return (
    <>
      <button type="button" onClick={() => fresh.clear()}>
        Move on
      </button>
      <button type="button" onClick={() => void mutate(() => true, undefined, { revalidate: true })}>
        Forget all
      </button>
    </>
  )
}

function Page({ start, children }: { start: PageData | undefined; children: React.ReactNode }) {
  const { context, provider } = useInitialData(start)
  return (
    <InitialDataContext value={context}>
      <SWRConfig value={{ provider, dedupingInterval: 0 }}>{children}</SWRConfig>
    </InitialDataContext>
  )
}

beforeEach(() => {
  load.mockReset().mockResolvedValue('asked by the browser')
})

describe('data delivered with the page', () => {
  test('is rendered on the server and immediately in the browser, without another request', async () => {
    const page = (
      <Page start={came}>
        <Shown />
      </Page>
    )
    expect(renderToString(page)).toContain('came with the page')
    render(page)
    expect(screen.getByText('ada@demo.test: came with the page')).toBeInTheDocument()
    await act(async () => undefined)
    expect(load).not.toHaveBeenCalled()
  })

  test('is requested again after navigation, or when the cache is cleared', async () => {
    const { rerender } = render(
      <Page start={came}>
        <NextPage />
        <Shown key="first" />
      </Page>,
    )
    await act(async () => screen.getByRole('button', { name: 'Move on' }).click())
    rerender(
      <Page start={undefined}>
        <NextPage />
        <Shown key="second" />
      </Page>,
    )
    expect(screen.getByText(/came with the page/)).toBeInTheDocument()
    expect(await screen.findByText(/asked by the browser/)).toBeInTheDocument()
    expect(load).toHaveBeenCalledOnce()
    load.mockResolvedValue('of another person')
    await act(async () => screen.getByRole('button', { name: 'Forget all' }).click())
    expect(await screen.findByText(/of another person/)).toBeInTheDocument()
  })

  test('is requested by the browser if none was delivered', async () => {
    render(
      <Page start={undefined}>
        <Shown />
      </Page>,
    )
    expect(screen.getByText(/nothing yet/)).toBeInTheDocument()
    expect(await screen.findByText(/asked by the browser/)).toBeInTheDocument()
  })
})

describe('rendering a page to collect its queries', () => {
  test('reports its early queries, with their fetchers', async () => {
    const ask = vi.fn()
    renderToStaticMarkup(
      <Page start={{ user, at: 0, answers: '[]', questions: { ask, waits: () => undefined } }}>
        <Shown />
        <Shown early={false} />
      </Page>,
    )
    expect(ask).toHaveBeenCalledOnce()
    expect(ask.mock.calls[0]?.[0]).toEqual(KEY)
    expect(load).not.toHaveBeenCalled()
  })
})
