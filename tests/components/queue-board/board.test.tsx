import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Board } from '@/components/queue-board/board'
import type { LiveCall } from '@/lib/live/live-calls'
import { open } from '../records/fake-backend'

const queue = {
  id: 'q1',
  name: 'Support',
  number: '8000',
  enabled: true,
  service_level_seconds: 20,
  answered: 3,
  in_time: 2,
  abandoned: 0,
  left: 1,
  waited_seconds: 30,
  longest_seconds: 60,
}
const show = (left: number) =>
  open(
    <Board
      board={{ queues: [{ ...queue, left }], agents: [], ahead: 0 }}
      calls={[]}
      onChanged={async () => undefined}
    />,
  )

test('callers whom a queue sent on count against its service level, and are told with it', async () => {
  show(1)
  expect(await screen.findByText('3 answered, 0 gave up, 1 sent on')).toBeInTheDocument()
  const tile = within(screen.getByRole('region', { name: /^Support/ }))
  expect(tile.getByText('Sent on').nextElementSibling).toHaveTextContent('1')
  expect(tile.getByText('50%')).toBeInTheDocument()
})

test('a day on which nobody was sent on says no more than who was answered and who gave up', async () => {
  show(0)
  expect(await screen.findByText('3 answered, 0 gave up')).toBeInTheDocument()
})

test('the figures of all queues are late when a caller has waited too long for the queue, not for another', async () => {
  const waitedFor = (seconds: number) => {
    const stateAt = Date.now() - seconds * 1000
    const call = {
      id: 'c1',
      state: 'waiting',
      queue_id: 'q2',
      queue: 'Sales',
      caller_number: '2001',
      stateAt,
    }
    const patient = { ...queue, id: 'q2', name: 'Sales', service_level_seconds: 120 }
    return open(
      <Board
        board={{ queues: [queue, patient], agents: [], ahead: 0 }}
        calls={[call as LiveCall]}
        onChanged={async () => undefined}
      />,
    )
  }
  const figure = () => screen.getByText('Waiting', { selector: 'p' }).nextElementSibling
  const first = waitedFor(30)
  expect(figure()).toHaveClass('text-warning-text')
  first.unmount()
  waitedFor(130)
  expect(figure()).toHaveClass('text-danger-text')
})
