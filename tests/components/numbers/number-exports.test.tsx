import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { NumberLookup } from '@/components/numbers/number-lookup'
import { PortActions } from '@/components/numbers/port-actions'
import type { NumberFacts, Portability } from '@/lib/numbers/number-facts'
import { grant } from '../fake-member'
import { open } from '../records/fake-backend'

const found = vi.hoisted(() => ({ facts: [] as readonly NumberFacts[] }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/components/numbers/number-check', () => ({
  NumberCheck: ({ children }: { children: (facts: readonly NumberFacts[], working: boolean) => ReactNode }) =>
    children(found.facts, false),
}))

const source = { source: 'Known here', fetchedAt: '2026-02-02T08:00:00Z' }
const factsOf = (number: string): NumberFacts => ({
  ...source,
  number,
  valid: true,
  national: number,
  international: number,
  lineType: null,
  carrier: null,
  city: null,
  state: null,
  timeZone: null,
  callerName: null,
  held: null,
  calls: [],
})
const portable: Portability = {
  ...source,
  number: '+12075550101',
  portable: true,
  fastPort: null,
  reason: '',
  carrier: null,
  lineType: null,
  rateCenter: null,
}

const PAGES = {
  'what was looked up': () => <NumberLookup />,
  'what was checked': () => <PortActions checked={[portable]} chosen={[portable]} working={false} />,
}

test.each(
  Object.entries(PAGES).flatMap(([what, page]) => [
    { what, page, action: 'edit' as const, may: false },
    { what, page, action: 'export' as const, may: true },
  ]),
)('who may $action in sales may export $what: $may', ({ page, action, may }) => {
  grant('sales', action)
  found.facts = ['+12075550101', '+12075550102'].map(factsOf)
  open(page())
  expect(screen.queryAllByRole('button', { name: 'Export' })).toHaveLength(may ? 1 : 0)
})

test('a number of ours that no tenant has is said to be ours', () => {
  const held = { id: null, status: 'available', tenant_id: null, tenant_name: null }
  found.facts = [{ ...factsOf('+12075550101'), held }, factsOf('+12075550102')]
  open(<NumberLookup />)
  const [ours, other] = screen.getAllByRole('row').slice(1)
  expect(ours).toHaveTextContent('Available')
  expect(ours).not.toHaveTextContent('Not ours')
  expect(other).toHaveTextContent('Not ours')
})
