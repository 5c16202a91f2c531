import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { EndDialog } from '@/components/billing/end-dialog'
import type { Subscription } from '@/lib/billing/subscriptions'
import { open } from '../records/fake-backend'

vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))

test.each([
  [true, 'Later days already charged are credited on the next invoice.'],
  [false, 'The cycle of this day is charged in full.'],
])('ending a subscription charged by the day (%s) says what becomes of its last cycle', (prorate, said) => {
  const subscription = { starts_on: '2026-01-01', ends_on: null, prorate } as Subscription
  open(<EndDialog subscription={subscription} onClose={() => undefined} />)
  expect(screen.getByLabelText(/^Last day charged/)).toHaveAccessibleDescription(said)
})
