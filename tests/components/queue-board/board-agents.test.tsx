import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BoardAgents } from '@/components/queue-board/board-agents'
import type { AgentNow } from '@/lib/telephony/agent-moment'
import { open } from '../records/fake-backend'

test('an agent who calls out is shown with the number that was reached', async () => {
  const calling = {
    agent: { id: 'a1', name: 'Ben Ito', extension: '1003', status: 'Available', answered: 2 },
    moment: 'talking',
    since: Date.now(),
    call: { caller_number: '1003', called_number: '12075550199', other_number: '+12075550199' },
  } as unknown as AgentNow
  open(<BoardAgents agents={[calling]} queues={[]} onChanged={async () => undefined} />)
  expect(await screen.findByText('1003, 2 answered, (207) 555-0199')).toBeInTheDocument()
})
