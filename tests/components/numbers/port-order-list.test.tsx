import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { PortOrderList } from '@/components/numbers/port-order-list'
import { TenantContext } from '@/hooks/use-tenant'
import { ACTIONS } from '@/lib/session/permissions'
import { grant } from '../fake-member'
import { answer, open, tableOf, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))

const order = { id: '5b8022fb-1fd7-4d51-81ae-3b153fb4fd35', version: 1, name: 'Harbor', numbers: 2 }

// Fetched when first needed; on a busy machine that would take longer than a query waits.
beforeAll(async () => {
  await Promise.all([
    import('@/components/common/delete-dialog'),
    import('@/components/numbers/port-step-dialog'),
    import('@/components/ui/menu-panel'),
  ])
  grant('numbers', ...ACTIONS)
})

test.each([
  ['draft', 'Nothing uses it. Only a superadmin can restore it, from the audit trail.', true],
  ['cancelled', 'Nothing uses it. Only a superadmin can restore it, from the audit trail.', true],
  ['submitted', 'It has been submitted. Cancel it before you delete it.', false],
  ['exception', 'It has been submitted. Cancel it before you delete it.', false],
  ['foc_confirmed', 'It has been submitted. Cancel it before you delete it.', false],
  ['ported', 'Its numbers have been ported. The order is kept as a record.', false],
])('a port order that is %s says before its deletion: %s', async (state, words, deletable) => {
  const rows: Record<string, unknown> = { record_page: [{ ...order, state }], record_count: 1, used_by: [] }
  backend.rpc.mockReset().mockImplementation(async (name: string) => answer(rows[name] ?? null))
  backend.from.mockReset().mockImplementation(() => tableOf(() => answer([])))
  const { user } = open(
    <TenantContext value={null}>
      <PortOrderList />
    </TenantContext>,
  )
  await user.click(await screen.findByRole('button', { name: 'Actions for Harbor' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(await screen.findByText(words)).toBeInTheDocument()
  const button = screen.getByRole('button', { name: 'Delete' })
  await waitFor(() => (deletable ? expect(button).toBeEnabled() : expect(button).toBeDisabled()))
})

test.each([
  ['submitted', 'Confirm the FOC date', {}, 'The order has no tenant.'],
  ['foc_confirmed', 'Mark as ported', { for_tenant_id: TENANT.id }, 'The order has no route.'],
  ['draft', 'Mark as submitted', { for_tenant_id: TENANT.id, destination_id: 'd1' }, null],
  ['submitted', 'Record an exception', {}, null],
])('a port order that is %s warns before “%s” with %o: %s', async (state, label, given, warning) => {
  const row = { ...order, state, for_tenant_id: null, destination_id: null, ...given }
  const rows: Record<string, unknown> = { record_page: [row], record_count: 1 }
  backend.rpc.mockReset().mockImplementation(async (name: string) => answer(rows[name] ?? null))
  const { user } = open(<PortOrderList />)
  await user.click(await screen.findByRole('button', { name: 'Actions for Harbor' }))
  await user.click(await screen.findByRole('menuitem', { name: label }))
  await screen.findByRole('button', { name: label })
  expect(screen.queryByText(/^The order has no/)?.textContent ?? null).toEqual(
    warning && expect.stringContaining(warning),
  )
})

test('names that are cut off in the list of port orders can be read under the pointer', async () => {
  const listed = {
    ...order,
    state: 'draft',
    for_tenant_id: TENANT.id,
    tenant_name: 'Harbor Dental of Greater Portland and the Islands',
    opportunity_id: '6b8022fb-1fd7-4d51-81ae-3b153fb4fd35',
    opportunity_name: 'Forty seats and twelve numbers from the old carrier',
  }
  const rows: Record<string, unknown> = { record_page: [listed], record_count: 1 }
  backend.rpc.mockReset().mockImplementation(async (name: string) => answer(rows[name] ?? null))
  open(<PortOrderList />)
  for (const name of [listed.tenant_name, listed.opportunity_name])
    expect(await screen.findByRole('link', { name })).toHaveAttribute('title', name)
})

test('a port order opens in its own tab of the page from a new tab of the browser', async () => {
  const rows: Record<string, unknown> = { record_page: [{ ...order, state: 'draft' }], record_count: 1 }
  backend.rpc.mockReset().mockImplementation(async (name: string) => answer(rows[name] ?? null))
  open(<PortOrderList />, '?tab=ports&q=har')
  const link = await screen.findByRole('link', { name: 'Harbor' })
  expect(link).toHaveAttribute('href', `?tab=ports&record=${order.id}`)
})
