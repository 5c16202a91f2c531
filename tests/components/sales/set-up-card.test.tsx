import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { SetUpCard } from '@/components/sales/set-up-card'
import type { Movable } from '@/hooks/use-move-opportunity'
import { notify } from '@/lib/browser/notify'
import type { PlanStart } from '@/lib/sales/won-plan'
import { grant } from '../fake-member'
import { answer, open, refusal } from '../records/fake-backend'

const rpc = vi.hoisted(() => vi.fn())
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ rpc }) }))
vi.mock('@/lib/session/session-store', () => ({ currentUser: () => ({ id: 'ada' }) }))

const start: PlanStart = {
  won: true,
  version: 4,
  company: {
    id: 'c1',
    name: 'Harbor Dental',
    status: 'active',
    tenant_id: 't1',
    code: 'harbor',
    time_zone: 'America/New_York',
  },
  domain: 'harbor.pbx.example',
  domain_suffix: 'pbx.example',
  currency: 'USD',
  seats: 10,
  seats_billed: 10,
  extensions: 10,
  free: ['1011'],
  seats_sold: 20,
  licenses: [],
  numbers: 1,
  subscriptions: [
    { id: 'i2', name: 'Hosted seat', quantity: 10, monthly_price: 22, one_off_price: 0, new: true },
  ],
  stock: [],
  runs: 1,
  accepted: null,
  billed_otherwise: null,
  added: { lines: [{ id: 'i2', name: 'Hosted seat', quantity: 10 }], seats: 10, numbers: 1 },
  made: {
    company_id: 'c1',
    tenant_id: 't1',
    tenant_made: true,
    extensions: Array.from({ length: 10 }, (_, at) => String(1001 + at)),
    stock: [],
    ordered: 0,
    subscriptions: ['s1'],
    charges: [],
    port_orders: [],
  },
}
let stored: PlanStart

beforeEach(() => {
  window.localStorage.clear()
  grant('sales', 'view', 'edit')
  stored = start
  rpc.mockReset().mockImplementation(async (name: string) => answer(name === 'won_plan' ? stored : {}))
})

const show = (status = 'won') =>
  open(<SetUpCard opportunity={{ id: 'o1', name: 'Twenty seats', version: 4, status } as Movable} />)

test('additions to a won deal are listed after its setup, and set up without repeating the first', async () => {
  const { user } = show()
  const items = await screen.findAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual(
    expect.arrayContaining(['10 × Hosted seat', '10 seats without an extension', '1 number to port']),
  )
  await user.click(screen.getByRole('button', { name: 'Set up what is new' }))
  const plan = await screen.findByRole('dialog', { name: 'Set up what is new in Twenty seats' })
  await user.click(within(plan).getByRole('button', { name: 'Set up' }))
  await waitFor(() =>
    expect(rpc).toHaveBeenCalledWith('run_won_plan', {
      opportunity: 'o1',
      plan: expect.objectContaining({
        runs: 1,
        version: 4,
        extensions: { first: 1011, count: 10 },
        subscriptions: { starts_on: expect.any(String), items: ['i2'] },
        port_order: true,
      }),
    }),
  )
  await waitFor(() => expect(notify).toHaveBeenCalledWith('success', 'Twenty seats is set up'))
})

test('a deal that got nothing since has nothing to set up', async () => {
  stored = { ...start, added: null }
  show()
  expect(await screen.findByText(/10 extensions/)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a deal whose numbers are in several port orders leads to all of them', async () => {
  stored = { ...start, added: null, made: start.made && { ...start.made, port_orders: ['p1', 'p2', 'p3'] } }
  grant('numbers', 'view')
  show()
  expect(await screen.findByRole('link', { name: '3 port orders' })).toHaveAttribute(
    'href',
    '/app/numbers?tab=ports&opportunity_id=o1',
  )
})

test('what is billed otherwise than sold is shown beside it, with the way to change it', async () => {
  const seat = { name: 'Hosted seat', monthly_price: 22, one_off_price: 0 }
  const billed = [{ ...seat, quantity: 10 }]
  const sold = [{ ...seat, quantity: 8, monthly_price: 18 }]
  stored = { ...start, added: null, billed_otherwise: { billed, sold } }
  show()
  expect(await screen.findByText('Billed: 10 × Hosted seat, $22.00 a month each.')).toBeVisible()
  expect(screen.getByText('Sold: 8 × Hosted seat, $18.00 a month each.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Billing page' })).toHaveAttribute(
    'href',
    '/app/tenants/t1/billing',
  )
})

test('a deal that was moved back is not offered it before it is won again', async () => {
  show('negotiation')
  expect(await screen.findByText(/10 extensions/)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('who may not change deals sees what is missing, without the button', async () => {
  grant('sales', 'view')
  show()
  expect(await screen.findByText('10 × Hosted seat')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a plan that opens once more starts from what is stored by then', async () => {
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Set up what is new' }))
  await screen.findByRole('button', { name: 'Set up' })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  stored = { ...start, version: 5, added: { lines: [], seats: 15, numbers: 0 } }
  await user.click(screen.getByRole('button', { name: 'Set up what is new' }))
  await user.click(await screen.findByRole('button', { name: 'Set up' }))
  await waitFor(() =>
    expect(rpc).toHaveBeenCalledWith('run_won_plan', {
      opportunity: 'o1',
      plan: expect.objectContaining({ version: 5, extensions: { first: 1011, count: 15 } }),
    }),
  )
})

test('whoever may not see Customers is led to the company as Sales has it', async () => {
  show()
  expect(await screen.findByRole('link', { name: 'active customer' })).toHaveAttribute(
    'href',
    '/app/sales/companies?record=c1',
  )
})

test('says that what was set up could not be loaded', async () => {
  rpc.mockImplementation(async () => refusal('57014', 'canceling statement due to statement timeout'))
  show()
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
})
