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
vi.mock('@/lib/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))
vi.mock('@/hooks/use-user', () => ({ useUser: () => ({ id: 'u1' }) }))
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
  catalog.services = []
  catalog.saved.mockReset().mockResolvedValue(null)
})

test('a service can be created from the picker, which fills in its prices without saving the subscription', async () => {
  open(<SubscriptionDialog tenantId={TENANT.id} subscription={null} onClose={() => undefined} />)
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
  expect(screen.getByLabelText('Setup fee per unit')).toHaveValue('5.00')
  expect(catalog.saved).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Save subscription' }))
  await waitFor(() => expect(catalog.saved).toHaveBeenCalled())
})
