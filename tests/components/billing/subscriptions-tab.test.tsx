import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SubscriptionsTab } from '@/components/billing/subscriptions-tab'
import { grant, moveCompany } from '../fake-member'
import { answer, tableOf, TENANT } from '../records/fake-backend'

const term = { quantity: 1, unit_price: 22, setup_fee: 0, cycle: 'monthly', prorate: true, services: null }
const listed = vi.fn(() =>
  answer([
    { ...term, id: 's1', description: 'Seats', starts_on: '2026-01-01', ends_on: '2026-03-10' },
    { ...term, id: 's2', description: 'Fax line', starts_on: '2026-02-01', ends_on: null },
    {
      ...term,
      id: 's3',
      description: 'Installation',
      unit_price: 0,
      setup_fee: 350,
      starts_on: '2026-01-01',
      ends_on: '2026-01-01',
    },
    {
      ...term,
      id: 's4',
      description: 'Free months',
      unit_price: 0,
      setup_fee: 50,
      starts_on: '2026-01-01',
      ends_on: null,
    },
  ]),
)
const seats = vi.hoisted(() => [
  { product: 'extension', billed: 8, purchased: 10 },
  { product: 'call_center_agent', billed: 10, purchased: 5 },
])
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({
    rpc: async (name: string) => answer(name === 'tenant_seats' ? seats : { currency: 'USD' }),
    from: () => tableOf(listed),
  }),
}))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  // Still March 10 in New York.
  vi.setSystemTime('2026-03-11T02:00:00Z')
  moveCompany('America/New_York')
})
afterEach(() => vi.useRealTimers())

const names = () => screen.getAllByText(/^(Seats|Fax line)$/).map(({ textContent }) => textContent)

test('what has ended by the company’s day is listed last, and a new day reads nothing again', async () => {
  const cache = new Map<string, never>()
  const tab = () => (
    <SWRConfig value={{ provider: () => cache }}>
      <SubscriptionsTab tenantId={TENANT.id} onOpenInvoice={() => undefined} />
    </SWRConfig>
  )
  const { rerender } = render(tab())
  await screen.findByText('Seats')
  expect(names()).toEqual(['Seats', 'Fax line'])
  moveCompany('Pacific/Auckland')
  rerender(tab())
  await act(async () => undefined)
  expect(names()).toEqual(['Fax line', 'Seats'])
  expect(listed).toHaveBeenCalledOnce()
})

test('a one-time sale shows its one charge, and months that are free show their terms', async () => {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <SubscriptionsTab tenantId={TENANT.id} onOpenInvoice={() => undefined} />
    </SWRConfig>,
  )
  expect(await screen.findByRole('row', { name: /Installation/ })).toHaveTextContent('$350.00Once$350.00')
  expect(screen.getByRole('row', { name: /Free months/ })).toHaveTextContent('$0.00Monthly$0.00')
})

test('seats that are billed and not purchased are named, with the way to change them', async () => {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <SubscriptionsTab tenantId={TENANT.id} onOpenInvoice={() => undefined} />
    </SWRConfig>,
  )
  const told = await screen.findByText(/10 billed/)
  expect(told).toHaveTextContent('Call-center agents: 10 billed, 5 purchased. Change seats')
  expect(told).not.toHaveTextContent('Extensions')
  expect(screen.getByRole('link', { name: 'Change seats' })).toHaveAttribute(
    'href',
    `/app/tenants/${TENANT.id}/licensing`,
  )
})

test.each([
  ['Fax line', ['Edit', 'Change from a date', 'Set end date', 'Delete']],
  ['Installation', ['Edit', 'Delete']],
])('%s has no other end than its one day if it is a one-time sale', async (name, offered) => {
  grant('billing', 'view', 'edit', 'delete')
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <SubscriptionsTab tenantId={TENANT.id} onOpenInvoice={() => undefined} />
    </SWRConfig>,
  )
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  const entries = await screen.findAllByRole('menuitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual(offered)
})
