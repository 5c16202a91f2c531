import { act, renderHook, screen, waitFor } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { type Cache, unstable_serialize as serialize, SWRConfig } from 'swr'
import { beforeEach, expect, test, vi } from 'vitest'
import { StageMoves } from '@/components/sales/stage-moves'
import { keys } from '@/hooks/keys'
import { useMoveOpportunity } from '@/hooks/use-move-opportunity'
import type { PipelineCard, PipelineColumn } from '@/lib/sales/pipeline'
import { open, refusal } from '../records/fake-backend'

const rpc = vi.fn()
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ rpc }) }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/session/session-store', () => ({
  currentUser: () => ({ id: 'ada' }),
  subscribeToUser: () => () => undefined,
}))

const cardOf = (id: string): PipelineCard =>
  ({
    id,
    name: id,
    amount: 100,
    status: 'lead',
    version: 1,
    created_at: '2026-01-05T09:00:00Z',
  }) as PipelineCard
const board = (...ids: string[]): PipelineColumn[] => [
  {
    stage: 'lead',
    count: ids.length,
    amount: 100 * ids.length,
    weighted: 10 * ids.length,
    archived: 0,
    cards: ids.map(cardOf),
  },
  { stage: 'qualified', count: 0, amount: 0, weighted: 0, archived: 0, cards: [] },
]
const MINE = '5b8022fb-1fd7-4d51-81ae-3b153fb4fd35'
const [all, mine, unread] = [keys.pipeline(), keys.pipeline(MINE), keys.pipeline('another')]

let cache: Map<string, { data?: PipelineColumn[]; _k: readonly string[] }>
beforeEach(() => {
  cache = new Map(
    [{ data: board('mine', 'theirs'), _k: all }, { data: board('mine'), _k: mine }, { _k: unread }].map(
      (state) => [serialize(state._k), state],
    ),
  )
})
const Wrapper = ({ children }: PropsWithChildren) => (
  <SWRConfig value={{ provider: () => cache as unknown as Cache }}>{children}</SWRConfig>
)
const idsOn = (key: readonly string[]) =>
  cache.get(serialize(key))?.data?.map(({ cards }) => cards.map(({ id }) => id))

test('every board that has been read shows the move at once, with its own cards', async () => {
  const stored = Promise.withResolvers<unknown>()
  rpc.mockReturnValue(stored.promise)
  const { result } = renderHook(() => useMoveOpportunity(), { wrapper: Wrapper })
  let moving: Promise<boolean> | undefined
  act(() => {
    moving = result.current.move(cardOf('mine'), { to: 'qualified' })
  })
  await waitFor(() => expect(idsOn(all)).toEqual([['theirs'], ['mine']]))
  expect(idsOn(mine)).toEqual([[], ['mine']])
  expect(idsOn(unread)).toBeUndefined()
  stored.resolve({ data: null, error: { message: 'Refused', code: '42501' }, status: 403 })
  await act(async () => expect(await moving).toBe(false))
  expect(idsOn(all)).toEqual([['mine', 'theirs'], []])
  expect(idsOn(mine)).toEqual([['mine'], []])
})

test('a move to Lost that meets somebody else’s save says the way out, and offers the reason again', async () => {
  rpc.mockReset()
  rpc.mockResolvedValue(refusal('TR409', 'Someone else has saved this.'))
  const { user } = open(
    <StageMoves>{(move) => <button onClick={() => move(cardOf('mine'), 'lost')}>Move</button>}</StageMoves>,
  )
  await user.click(screen.getByRole('button', { name: 'Move' }))
  await user.type(await screen.findByLabelText(/^Reason/), 'Too dear')
  await user.click(screen.getByRole('button', { name: 'Move to Lost' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('It offers to restore what you typed.')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Move' }))
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  expect(screen.getByLabelText(/^Reason/)).toHaveValue('Too dear')
})
