import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { QueueBoardPage } from '@/components/queue-board/queue-board-page'
import { RequestFailure } from '@/lib/errors'
import { grant } from '../fake-member'
import { open } from '../records/fake-backend'

const live = vi.hoisted(() => ({
  calls: [] as unknown[] | undefined,
  reportedAt: null as number | null,
  error: undefined as unknown,
  retry: vi.fn(),
}))
const board = vi.hoisted(() => ({ queues: [] as unknown[], agents: [] as unknown[], ahead: 0 }))
vi.mock('@/hooks/use-live-calls', () => ({ useLiveCalls: () => live }))
vi.mock('@/hooks/use-queue-board', () => ({ useQueueBoard: () => ({ data: board, loading: false }) }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))

const SUPPORT = {
  ...{
    id: 'q1',
    name: 'Support',
    number: '8000',
    enabled: true,
    service_level_seconds: 20,
    longest_seconds: 0,
  },
  ...{ answered: 3, in_time: 3, abandoned: 0, left: 0, waited_seconds: 12 },
}
const BEN = {
  ...{ id: 'a1', version: 1, name: 'Ben Ito', extension: '1001', status: 'Available', answered: 3 },
  ...{ status_changed_at: '2026-11-23T15:00:00Z', queues: ['q1'] },
  ...{ reachable: true, is_registered: true },
  ...{ last_call_ended_at: null, wrap_up_time: 10 },
}

beforeEach(() => {
  grant('telephony', 'view')
  Object.assign(board, { queues: [], agents: [] })
  Object.assign(live, { calls: [], reportedAt: null, error: undefined })
})

const show = (address = '') =>
  open(
    <>
      <nav>
        <a href="/app">Dashboard</a>
      </nav>
      <main>
        <QueueBoardPage />
      </main>
    </>,
    address,
  )

test('what a full-screen board covers cannot be reached, and Escape leaves it', async () => {
  const { user } = show('?wall=true')
  expect(await screen.findByRole('button', { name: 'Leave full screen' })).toBeInTheDocument()
  const covered = screen.getByText('Dashboard').closest('nav')
  expect(covered?.inert).toBe(true)
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('button', { name: 'Full screen' })).toBeInTheDocument()
  expect(covered?.inert).toBe(false)
})

describe('a board with a queue and an agent', () => {
  const tile = () => screen.getByRole('region', { name: /Support/ })
  const agents = () => screen.getByRole('list', { name: 'Agents' })
  beforeEach(() => void Object.assign(board, { queues: [SUPPORT], agents: [BEN] }))

  test('says that nobody waits where a switch reports no calls in progress', () => {
    live.reportedAt = Date.now()
    show()
    expect(screen.getByText('Nobody is waiting')).toBeVisible()
    expect(tile()).toHaveTextContent('0 waiting')
    expect(agents()).toHaveTextContent('Ready')
  })

  test('counts nobody as ready to whom the switch sends no calls', () => {
    Object.assign(board, { agents: [{ ...BEN, reachable: false }] })
    live.reportedAt = Date.now()
    show()
    expect(tile()).toHaveTextContent('0of 1 ready')
    expect(within(agents()).getByText('Phone out of service')).toBeVisible()
  })

  test('counts no waiting callers and no ready agents where no switch reports calls', () => {
    show()
    expect(screen.getByRole('alert')).toHaveTextContent('No switch reports this tenant’s calls')
    expect(screen.queryByText('Nobody is waiting')).not.toBeInTheDocument()
    expect(screen.queryByText('0:00')).not.toBeInTheDocument()
    expect(tile()).toHaveTextContent('— waiting')
    expect(tile()).toHaveTextContent('—of 1 ready')
    expect(within(agents()).getByText('Signed in')).toBeVisible()
    // What the database knows by itself.
    expect(tile()).toHaveTextContent('Answered')
    expect(tile()).toHaveTextContent('100%')
  })

  test('says that a queue is disabled', () => {
    Object.assign(board, { queues: [{ ...SUPPORT, enabled: false }] })
    show()
    expect(within(tile()).getByText('Disabled')).toBeVisible()
  })

  test('counts no waiting callers once the calls of a silent switch are hidden', () => {
    live.reportedAt = Date.now() - 660_000
    show()
    expect(screen.getByText('Who is waiting is not known')).toBeVisible()
    expect(tile()).toHaveTextContent('—of 1 ready')
  })

  test('says that the calls could not be loaded', async () => {
    Object.assign(live, { calls: undefined, error: new RequestFailure('The server is busy.', 503) })
    const { user } = show()
    expect(screen.getByText('The calls could not be loaded')).toBeVisible()
    expect(screen.queryByText('Nobody is waiting')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: /again|Retry/ }))
    expect(live.retry).toHaveBeenCalled()
  })

  test('counts nothing before the first answer', () => {
    live.calls = undefined
    show()
    expect(screen.queryByText('Waiting')).not.toBeInTheDocument()
  })
})
