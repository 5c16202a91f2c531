import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { assignTo, isAssignable, release } from '@/components/numbers/number-actions'
import { NumbersPage } from '@/components/numbers/numbers-page'
import { dayLabel } from '@/lib/dates/format'
import { grant } from '../fake-member'
import { answer, open, tableOf, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('next/router', async (actual) => ({
  ...(await actual<typeof import('next/router')>()),
  useRouter: () => ({ query: {} }),
}))

const row = {
  id: '5b8022fb-1fd7-4d51-81ae-3b153fb4fd36',
  version: 1,
  number: '+12025550143',
  status: 'assigned',
  tenant_id: TENANT.id,
  tenant_name: 'Harbor Dental of Greater Portland and the Islands',
  routed: true,
  routed_to: 'Ring group: Everybody at the front desk on weekdays',
  e911_state: 'none',
  monthly_cost: null,
  tags: [],
}

test('names that are cut off in the list of numbers can be read under the pointer', async () => {
  grant('numbers', 'view')
  const rows: Record<string, unknown> = { record_page: [row], record_count: 1 }
  backend.rpc.mockImplementation(async (name: string) => answer(rows[name] ?? null))
  backend.from.mockImplementation(() => tableOf(() => answer([])))
  const { user } = open(<NumbersPage />)
  expect(await screen.findByRole('link', { name: row.tenant_name })).toHaveAttribute('title', row.tenant_name)
  const route = screen.getByText(row.routed_to)
  // jsdom has no layout.
  Object.defineProperty(route, 'scrollWidth', { value: 400 })
  await user.hover(route)
  expect(route).toHaveAttribute('title', row.routed_to)
})

test.each([
  [1.1, '$1.10'],
  [0.0075, '$0.0075'],
])('a number that costs %d a month says so as %s', async (monthly_cost, shown) => {
  grant('numbers', 'view')
  const rows: Record<string, unknown> = { record_page: [{ ...row, monthly_cost }], record_count: 1 }
  backend.rpc.mockImplementation(async (name: string) => answer(rows[name] ?? null))
  backend.from.mockImplementation(() => tableOf(() => answer([])))
  open(<NumbersPage />)
  expect(await screen.findByText(shown)).toBeVisible()
})

test('a number that may not be assigned yet says until which day', async () => {
  grant('numbers', 'view')
  const aging = { ...row, tenant_id: null, tenant_name: null, status: 'aging', aging_until: '2999-12-31' }
  const rows: Record<string, unknown> = { record_page: [aging], record_count: 1 }
  backend.rpc.mockImplementation(async (name: string) => answer(rows[name] ?? null))
  backend.from.mockImplementation(() => tableOf(() => answer([])))
  open(<NumbersPage />)
  expect(await screen.findByText(`until ${dayLabel('2999-12-31')}`)).toBeVisible()
})

test.each([
  ['assigned', assignTo(null)],
  ['released', release],
])(
  'a number that another save holds is not %s, with the reason in words for users',
  async (_done, action) => {
    const failed = { id: row.id, code: '40P01', message: 'deadlock detected', details: '' }
    backend.rpc.mockResolvedValue(answer([failed]))
    const failures = await action.act(backend as never, [row as never], TENANT.id, 'run', new Map())
    expect([...failures]).toEqual([
      [row.id, 'The server is busy. Nothing was changed; try again in a moment.'],
    ])
  },
)

test.each([
  ['available', null, true],
  ['reserved', null, true],
  ['aging', '2026-03-02', false],
  ['aging', '2026-03-01', true],
  ['assigned', null, false],
  ['porting_in', null, false],
])(
  'a number that is %s until %s is offered for assignment on 2026-03-01: %s',
  (status, aging_until, offered) => {
    const number = { status, aging_until } as Parameters<typeof isAssignable>[0]
    expect(isAssignable(number, '2026-03-01')).toBe(offered)
  },
)
