import type { NextPageContext } from 'next'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadInitialData } from '@/components/shell/load-initial-data'
import { InitialDataContext, type PageData, useInitialData } from '@/hooks/initial-data'
import { keys } from '@/hooks/keys'
import { useQuery } from '@/hooks/use-query'
import { Refusal } from '@/lib/errors'

vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))
vi.mock('@/lib/session/session-store', () => ({ startAs: () => undefined }))
vi.mock('@/lib/supabase/server-client', () => ({
  createPageClient: () => ({ supabase: {}, token: 'token' }),
}))
vi.mock('@/lib/session/access-token', () => ({ decodedToken: () => ({ sub: 'u1', email: 'ada@demo.test' }) }))

const standing = vi.fn<() => Promise<string>>()
const list = vi.fn<() => Promise<string>>()
const notes = vi.fn<() => Promise<string>>()
const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)

const STANDING = keys.standing('u1')
const LIST = keys.records(null, 'companies', 'page')
const NOTES = keys.records(null, 'notes')

/** The page's notes are those of what its list finds. */
function Content() {
  useQuery(STANDING, standing, { early: true })
  const { data } = useQuery(LIST, list, { early: 'first' })
  useQuery(data ? NOTES : null, notes, { early: true })
  return null
}

function pageWith(Shown: () => React.ReactNode) {
  function Page({ start }: { start: PageData }) {
    const { context, provider } = useInitialData(start)
    return (
      <InitialDataContext value={context}>
        <SWRConfig value={{ provider }}>
          <Shown />
        </SWRConfig>
      </InitialDataContext>
    )
  }
  return (({ pageProps }) => <Page start={pageProps.start} />) as NextPageContext['AppTree']
}

/** What comes with a page, by key. */
async function cameWith(Shown: () => React.ReactNode) {
  const data = await loadInitialData({ req: { headers: {} }, AppTree: pageWith(Shown) } as NextPageContext)
  return data?.results?.map(([key, answer]) => [key, answer])
}

beforeEach(() => {
  vi.useFakeTimers()
  logged.mockClear()
  standing.mockReset().mockResolvedValue('a tech')
  list.mockReset().mockResolvedValue('the rows')
  notes.mockReset().mockResolvedValue('their notes')
})
afterEach(() => vi.useRealTimers())

test('a page comes with its first answers, and with what depends on them', async () => {
  expect(await cameWith(Content)).toEqual([
    [STANDING, 'a tech'],
    [LIST, 'the rows'],
    [NOTES, 'their notes'],
  ])
  expect(list).toHaveBeenCalledOnce()
  expect(logged).not.toHaveBeenCalled()
})

test.each([
  ['fails', new Error('canceling statement due to statement timeout'), 1],
  ['is forbidden', new Refusal('Not allowed.', 403, 'forbidden'), 0],
])('a page comes without a query that %s', async (_, failure, times) => {
  notes.mockRejectedValue(failure)
  expect(await cameWith(Content)).toEqual([
    [STANDING, 'a tech'],
    [LIST, 'the rows'],
  ])
  expect(logged).toHaveBeenCalledTimes(times)
})

test('a page waits two seconds at most for what it asks, and not again for what was late', async () => {
  const late = Promise.withResolvers<string>()
  list.mockReturnValue(late.promise)
  const came = cameWith(Content)
  await vi.advanceTimersByTimeAsync(2000)
  expect(await came).toEqual([[STANDING, 'a tech']])
  late.reject(new Error('The connection was lost.'))
  await vi.waitFor(() => expect(logged).toHaveBeenCalledOnce())
})

test('only what the last rendering asked for is sent', async () => {
  function Changing() {
    const { data } = useQuery(STANDING, standing, { early: 'first' })
    useQuery(data ? NOTES : LIST, data ? notes : list, { early: true })
    return null
  }
  expect(await cameWith(Changing)).toEqual([
    [STANDING, 'a tech'],
    [NOTES, 'their notes'],
  ])
})

test.each([
  ['fails', () => Promise.reject(new Error('No answer.'))],
  ['takes too long', () => new Promise<string>(() => undefined)],
])('the browser asks for everything if the member’s standing %s', async (_, answer) => {
  standing.mockImplementation(answer)
  const came = cameWith(Content)
  await vi.advanceTimersByTimeAsync(2000)
  expect(await came).toBeUndefined()
  expect(notes).not.toHaveBeenCalled()
})
