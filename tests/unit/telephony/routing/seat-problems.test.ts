import { expect, test } from 'vitest'
import { seatProblems } from '@/lib/telephony/routing/problems/seats'
import { TUESDAY } from './routing-helpers'
import { tenant } from './sound-tenant'

test('seats beyond those purchased are a warning of the tenant with the figures, one for each product', () => {
  const over = [
    { product: 'call_center_agent', purchased: 5, assigned: 12 },
    { product: 'recording', purchased: 0, assigned: 1 },
  ] as const
  const snapshot = tenant({})
  const found = seatProblems(snapshot, over, TUESDAY)
  expect(found).toMatchObject([
    {
      severity: 'warning',
      text: 'Call-center agents: 12 seats are assigned, and 5 purchased.',
      href: `/app/tenants/${snapshot.tenant.id}`,
    },
    { text: 'Call recording: 1 seat is assigned, and 0 purchased.' },
  ])
  expect(new Set(found.map(({ key }) => key)).size).toBe(2)
})
