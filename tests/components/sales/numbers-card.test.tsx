import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { NumbersCard } from '@/components/sales/numbers-card'
import type { OpportunityDetails } from '@/lib/sales/opportunity'
import { grant } from '../fake-member'
import { open } from '../records/fake-backend'

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
