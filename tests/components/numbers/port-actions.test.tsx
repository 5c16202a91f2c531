import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { PortActions } from '@/components/numbers/port-actions'
import { NETWORK_FAILURE, RequestFailure } from '@/lib/errors'
import type { Portability } from '@/lib/numbers/number-facts'
import type { PortDraft } from '@/lib/numbers/port-orders'
import { grant } from '../fake-member'
import { answer, openOver, tableOf } from '../records/fake-backend'

const orders = vi.hoisted(() => ({ draft: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ rpc: async () => answer([]), from: () => tableOf(() => answer([])) }),
}))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock(import('@/lib/numbers/port-orders'), async (load) => ({
  ...(await load()),
  draftPortOrder: async (_supabase: unknown, draft: PortDraft) => orders.draft(draft),
}))

const checked = (number: string) =>
  ({ number, portable: true, carrier: null, source: 'Known here' }) as Portability
const FIRST = [checked('+12075550101'), checked('+12075550102')]
const OTHERS = [checked('+12075550103')]

beforeEach(() => {
  orders.draft.mockReset()
  grant('sales', 'create')
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  orders.draft.mockRejectedValueOnce(new RequestFailure(NETWORK_FAILURE, 0))
})

const drafts = () => orders.draft.mock.calls.map(([draft]) => draft as PortDraft)

/** The page with these numbers chosen; the answer to the first order is lost. */
function shown() {
  const { user, reload } = openOver(FIRST, (chosen) => (
    <PortActions checked={[...FIRST, ...OTHERS]} chosen={chosen} working={false} />
  ))
  const order = async (name: string) => {
    await user.click(screen.getByRole('button', { name: /^Create a port order for/ }))
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), name)
    await user.click(screen.getByRole('button', { name: 'Create order' }))
  }
  return { user, reload, order }
}

test('an order of other numbers is another one than that whose answer was lost, and of the same numbers the same', async () => {
  const { user, reload, order } = shown()
  await order('Acme')
  await screen.findByText(NETWORK_FAILURE)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await reload(OTHERS)
  await order('Birch')
  await waitFor(() => expect(screen.getByText(/The port order is created/)).toBeVisible())
  await reload(FIRST)
  await order('Acme')
  await waitFor(() => expect(orders.draft).toHaveBeenCalledTimes(3))
  const [acme, birch, again] = drafts()
  expect(birch?.id).not.toBe(acme?.id)
  expect(again?.id).toBe(acme?.id)
  expect(drafts().map(({ numbers }) => numbers.length)).toEqual([2, 1, 2])
})

test('after an order that was repeated, another of the same numbers is another one, whatever was chosen meanwhile', async () => {
  const { user, reload, order } = shown()
  await order('Acme')
  await screen.findByText(NETWORK_FAILURE)
  await reload(OTHERS)
  await user.click(screen.getByRole('button', { name: 'Create order' }))
  await waitFor(() => expect(screen.getByText(/The port order is created/)).toBeVisible())
  await reload(FIRST)
  await order('Acme')
  await waitFor(() => expect(orders.draft).toHaveBeenCalledTimes(3))
  const [lost, made, next] = drafts()
  expect(made).toEqual(lost)
  expect(next?.numbers).toEqual(made?.numbers)
  expect(next?.id).not.toBe(made?.id)
})
