import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ChangeDialog } from '@/components/billing/change-dialog'
import type { Subscription } from '@/lib/billing/subscriptions'
import { open } from '../records/fake-backend'

vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/hooks/use-user', () => ({ useUser: () => ({ id: 'u1' }) }))

test.each([
  [22, 50, 'Added units are charged the setup fee of €50.00 each, or none at a price of 0.'],
  [22, 0, 'Added units are charged no setup fee.'],
  [
    0,
    0,
    'charged no setup fee at a price of 0, otherwise the fee that applied before the free months, if any.',
  ],
])(
  'a change of a subscription with a price of %d and a setup fee of %d says what added units are charged once',
  async (unit_price, setup_fee, said) => {
    const subscription = { id: 's1', version: 1, quantity: 10, unit_price, prorate: true, setup_fee }
    open(<ChangeDialog subscription={subscription as Subscription} currency="EUR" onClose={vi.fn()} />)
    expect(await screen.findByRole('dialog', { name: 'Change from a date' })).toHaveTextContent(said)
  },
)
