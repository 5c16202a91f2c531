import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { QueueBoardPage } from '@/components/queue-board/queue-board-page'
import { open } from '../records/fake-backend'

vi.mock('@/hooks/use-live-calls', () => ({ useLiveCalls: () => ({ calls: [], reportedAt: null }) }))
vi.mock('@/hooks/use-queue-board', () => ({
  useQueueBoard: () => ({ data: { queues: [], agents: [], ahead: 0 }, loading: false }),
}))

const show = () =>
  open(
    <>
      <nav>
        <a href="/app">Dashboard</a>
      </nav>
      <main>
        <QueueBoardPage />
      </main>
    </>,
    '?wall=true',
  )

test('what a full-screen board covers cannot be reached, and Escape leaves it', async () => {
  const { user } = show()
  expect(await screen.findByRole('button', { name: 'Leave full screen' })).toBeInTheDocument()
  const covered = screen.getByText('Dashboard').closest('nav')
  expect(covered?.inert).toBe(true)
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('button', { name: 'Full screen' })).toBeInTheDocument()
  expect(covered?.inert).toBe(false)
})
