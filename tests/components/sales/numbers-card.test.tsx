import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { NumbersCard } from '@/components/sales/numbers-card'
import type { OpportunityDetails } from '@/lib/sales/opportunity'
import type * as constraints from '@/lib/supabase/constraints'
import { grant } from '../fake-member'
import { answer, open, tableOf } from '../records/fake-backend'

const { postJson } = vi.hoisted(() => ({ postJson: vi.fn(async () => []) }))
vi.mock('@/lib/fetcher', () => ({ postJson }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ from: () => tableOf(() => answer([])) }),
}))
vi.mock('@/lib/supabase/constraints', async (original) => {
  const all = await original<typeof constraints>()
  return { ...all, PLAN_LIMITS: { ...all.PLAN_LIMITS, numbers_per_port_order: 3 } }
})
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

test('of more numbers than a port order takes, those that are not ordered yet fill one', () => {
  grant('sales', 'view', 'edit', 'create')
  const cards = [1, 2, 3, 4, 5].map((n) => ({ id: `n${n}`, number: `+1207555010${n}`, portable: null }))
  const order = {
    id: 'p1',
    name: 'Schools',
    state: 'draft',
    foc_date: null,
    exception_reason: '',
    port_order_numbers: cards.slice(0, 1),
  }
  const details = { opportunity: { id: 'o1' }, numbers: cards, portOrders: [order] } as unknown
  open(<NumbersCard details={details as OpportunityDetails} mayEdit />)
  expect(screen.getByText('Numbers to port · 5')).toBeVisible()
  expect(screen.getByText('Create a port order for 3 of 4')).toBeVisible()
})

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
