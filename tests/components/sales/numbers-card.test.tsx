import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { NumbersCard } from '@/components/sales/numbers-card'
import type { OpportunityDetails } from '@/lib/sales/opportunity'
import { grant } from '../fake-member'
import { answer, open, tableOf } from '../records/fake-backend'

const { postJson } = vi.hoisted(() => ({ postJson: vi.fn(async () => []) }))
vi.mock('@/lib/fetcher', () => ({ postJson }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ from: () => tableOf(() => answer([])) }),
}))
vi.mock('@/hooks/use-member', () => import('../fake-member'))

test.each(['foc_confirmed', 'ported'])(
  'a port order that is %s is shown with its FOC date, and not with a day on which it was ported, which nobody knows',
  (state) => {
    grant('sales', 'view')
    const order = {
      id: 'p1',
      name: 'Harbor Lane',
      state,
      foc_date: '2026-11-24',
      exception_reason: '',
      port_order_numbers: [{ number: '+12075550101' }],
    }
    const details = { opportunity: { id: 'o1' }, numbers: [], portOrders: [order] } as unknown
    open(<NumbersCard details={details as OpportunityDetails} mayEdit={false} />)
    expect(screen.getByRole('list', { name: 'Port orders' })).toHaveTextContent(
      '1 number, FOC date Nov 24, 2026',
    )
  },
)

test('the numbers that may still be ordered are checked, and none that is on its way here already', async () => {
  grant('sales', 'view', 'edit')
  const [coming, drafted, left] = ['+12075550101', '+12075550102', '+12075550103'] as const
  const orderOf = (state: string, number: string) => ({
    id: state,
    name: 'Harbor Lane',
    state,
    foc_date: null,
    exception_reason: '',
    port_order_numbers: [{ number }],
  })
  const numbers = [coming, drafted, left].map((number) => ({ id: number, number, portable: null }))
  const portOrders = [orderOf('submitted', coming), orderOf('draft', drafted), orderOf('cancelled', left)]
  const details = { opportunity: { id: 'o1' }, numbers, portOrders } as unknown
  const { user } = open(<NumbersCard details={details as OpportunityDetails} mayEdit />)
  await user.click(screen.getByRole('button', { name: 'Check portability' }))
  const asked = [expect.any(String), { numbers: [drafted, left] }]
  await waitFor(() => expect(postJson.mock.calls).toEqual([asked]))
})
