import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { SubscriptionDialog } from '@/components/billing/subscription-dialog'
import { grant } from '../fake-member'
import { open, TENANT } from '../records/fake-backend'

const catalog = vi.hoisted(() => ({
  services: [] as {
    id: string
    name: string
    active: boolean
    monthly_price: number
    one_off_price: number
  }[],
  saved: vi.fn(),
}))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))
vi.mock('@/hooks/use-user', () => ({ useUser: () => ({ id: 'u1' }) }))
vi.mock('@/lib/session/session-store', async (original) => ({
  ...(await original()),
  currentUser: () => ({ id: 'u1' }),
}))
vi.mock('@/hooks/use-services', () => ({ useServices: () => ({ data: catalog.services }) }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('sales', 'create')
vi.mock('@/lib/sales/create-records', () => ({
  createService: async (_: unknown, made: { id: string; name: string; monthly_price: string }) => {
    catalog.services = [
      { ...made, active: true, monthly_price: Number(made.monthly_price), one_off_price: 5 },
    ]
  },
}))
vi.mock('@/lib/billing/subscriptions', async (original) => ({
  ...(await original()),
  saveSubscription: catalog.saved,
}))

beforeEach(() => {
  window.localStorage.clear()
  catalog.services = []
  catalog.saved.mockReset().mockResolvedValue(null)
})

test('a service can be created from the picker, which fills in its prices without saving the subscription', async () => {
  open(
    <SubscriptionDialog tenantId={TENANT.id} currency="USD" subscription={null} onClose={() => undefined} />,
  )
  const user = userEvent.setup()
  const form = screen.getByRole('dialog', { name: 'New subscription' })
  await user.selectOptions(within(form).getByLabelText('Cycle'), 'quarterly')
  await user.click(within(form).getByRole('button', { name: 'New service' }))
  const making = await screen.findByRole('dialog', { name: 'New service' })
  await user.type(within(making).getByLabelText(/^Name/), 'Fax line')
  await user.type(within(making).getByLabelText('One-off price'), '5')
  await user.type(within(making).getByLabelText('Monthly price'), '12.50')
  await user.click(within(making).getByRole('button', { name: 'Create service' }))
  await waitFor(() => expect(making).not.toBeInTheDocument())
  expect(screen.getByLabelText(/^Product/)).toHaveDisplayValue('Fax line')
  expect(screen.getByLabelText(/^Unit price/)).toHaveValue('37.50')
  expect(screen.getByLabelText('Setup fee per unit (USD)')).toHaveValue('5.00')
  expect(catalog.saved).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Save subscription' }))
  await waitFor(() => expect(catalog.saved).toHaveBeenCalled())
})

test('no dollar prices are proposed to a tenant charged in another currency', async () => {
  catalog.services = [{ id: 'seat', name: 'Hosted seat', active: true, monthly_price: 22, one_off_price: 5 }]
  open(
    <SubscriptionDialog tenantId={TENANT.id} currency="EUR" subscription={null} onClose={() => undefined} />,
  )
  const user = userEvent.setup()
  await user.selectOptions(screen.getByLabelText(/^Product/), 'Hosted seat')
  await user.selectOptions(screen.getByLabelText('Cycle'), 'quarterly')
  expect(screen.getByLabelText(/^Unit price \(EUR\)/)).toHaveValue('')
  expect(screen.getByLabelText('Setup fee per unit (EUR)')).toHaveValue('0.00')
})

test('a price or fee that was typed stays when the cycle is chosen, each by itself', async () => {
  catalog.services = [{ id: 'trunk', name: 'SIP trunk', active: true, monthly_price: 22, one_off_price: 50 }]
  open(
    <SubscriptionDialog tenantId={TENANT.id} currency="USD" subscription={null} onClose={() => undefined} />,
  )
  const user = userEvent.setup()
  const [price, fee] = [screen.getByLabelText(/^Unit price/), screen.getByLabelText(/^Setup fee/)]
  const cycle = (name: string) => user.selectOptions(screen.getByLabelText('Cycle'), name)
  await user.selectOptions(screen.getByLabelText(/^Product/), 'SIP trunk')
  expect(fee).toHaveValue('50.00')
  await user.clear(fee)
  await user.type(fee, '0.00')
  await cycle('yearly')
  expect([price, fee].map((field) => (field as HTMLInputElement).value)).toEqual(['264.00', '0.00'])
  await user.clear(price)
  await user.type(price, '200')
  await cycle('quarterly')
  expect([price, fee].map((field) => (field as HTMLInputElement).value)).toEqual(['200', '0.00'])
})

test('a restored draft has its prices, which go on following the product and the cycle unless they were typed', async () => {
  catalog.services = [{ id: 'trunk', name: 'SIP trunk', active: true, monthly_price: 22, one_off_price: 50 }]
  const dialog = (
    <SubscriptionDialog tenantId={TENANT.id} currency="USD" subscription={null} onClose={() => undefined} />
  )
  const user = userEvent.setup()
  const { unmount } = open(dialog)
  await user.selectOptions(screen.getByLabelText(/^Product/), 'SIP trunk')
  unmount()
  open(dialog)
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  const values = () =>
    [/^Unit price/, /^Setup fee/].map((name) => screen.getByLabelText<HTMLInputElement>(name).value)
  expect(values()).toEqual(['22.00', '50.00'])
  await user.selectOptions(screen.getByLabelText('Cycle'), 'yearly')
  expect(values()).toEqual(['264.00', '50.00'])
})
