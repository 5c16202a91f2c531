import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { NumberLookup } from '@/components/numbers/number-lookup'
import { PortActions } from '@/components/numbers/port-actions'
import * as download from '@/lib/browser/download'
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

test('of several numbers, too, the formats and the last call are shown and exported', async () => {
  const exported = vi.spyOn(download, 'downloadCsv').mockResolvedValue(undefined)
  grant('sales', 'export')
  const held = { id: 'd1', status: 'assigned', tenant_id: 't1', tenant_name: 'Harbor' }
  const formats = { national: '(207) 555-0101', international: '+1 207-555-0101' }
  const last = { from_number: '+12075550199', talk_seconds: 0 }
  const calls: NumberFacts['calls'] = [
    { ...last, id: 'c2', start_at: '2026-02-02T07:00:00Z', status: 'missed' },
    { ...last, id: 'c1', start_at: '2026-02-01T07:00:00Z', status: 'answered' },
  ]
  found.facts = [
    { ...factsOf('+12075550101'), ...formats, held, calls },
    { ...factsOf('+12075550102'), held },
    factsOf('+12075550103'),
  ]
  const { user } = open(<NumberLookup />)
  const [called, quiet, foreign] = screen.getAllByRole('row').slice(1)
  expect(called).toHaveTextContent(/\(207\) 555-0101\s*\+12075550101/)
  expect(called).toHaveTextContent(/from \(207\) 555-0199\s*Missed/)
  expect(called).not.toHaveTextContent('Answered')
  expect(quiet).toHaveTextContent('None in 30 days')
  expect(foreign).not.toHaveTextContent('None in 30 days')

  await user.click(screen.getByRole('button', { name: 'Export' }))
  const [, header, rows] = exported.mock.calls[0] ?? []
  const told = rows?.map((row) => Object.fromEntries((header ?? []).map((name, at) => [name, row[at]])))
  expect(told?.[0]).toMatchObject({
    Number: '+12075550101',
    National: '(207) 555-0101',
    International: '+1 207-555-0101',
    'Last call': '2026-02-02T07:00:00Z',
    'Last call status': 'Missed',
  })
  expect(told?.[1]).toMatchObject({ 'Last call': '', 'Last call status': '' })
})
