import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { NumberCheck } from '@/components/numbers/number-check'
import { NETWORK_FAILURE, RequestFailure } from '@/lib/errors'
import { grant } from '../fake-member'
import { open } from '../records/fake-backend'

/** The check that is under way. */
const run = vi.hoisted(() => ({
  ...Promise.withResolvers<void>(),
  tell: (_found: string[]): void => undefined,
}))
vi.mock('next/router', () => ({ useRouter: () => ({ pathname: '/app/sales/port-availability' }) }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/lib/session/session-store', () => ({
  currentUser: () => ({ id: 'someone' }),
  subscribeToUser: () => () => undefined,
}))
vi.mock('@/lib/numbers/post-in-batches', () => ({
  postInBatches: (_path: string, _numbers: string[], tell: (found: string[]) => void) => {
    run.tell = tell
    return run.promise
  },
}))

const page = () => (
  <NumberCheck<string> title="Ports" description="" path="/api/ports" most={1000} verb="Check">
    {(found, working) => <output>{`${working ? 'Checking… ' : ''}${found.length} found`}</output>}
  </NumberCheck>
)

test('a check that is left and come back to says that it goes on, and what became of it', async () => {
  grant('sales', 'view')
  const { user, unmount } = open(page())
  await user.type(screen.getByLabelText('Numbers'), '212-555-0147')
  await user.click(screen.getByRole('button', { name: 'Check 1 number' }))
  unmount()
  act(() => run.tell(['+12125550147']))
  const again = open(page())
  expect(screen.getByRole('status')).toHaveTextContent('Checking… 1 found')
  await act(async () => run.reject(new RequestFailure(NETWORK_FAILURE, 0)))
  expect(screen.getByRole('status')).toHaveTextContent(/^1 found/)
  expect(screen.getByText(NETWORK_FAILURE)).toBeInTheDocument()
  await again.user.type(screen.getByLabelText('Numbers'), ' 212-555-0148')
  expect(screen.queryByText(NETWORK_FAILURE)).not.toBeInTheDocument()
})
