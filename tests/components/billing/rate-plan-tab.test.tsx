import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { RatePlanTab } from '@/components/billing/rate-plan-tab'
import { grant } from '../fake-member'
import { answer, open, refusal, tableOf, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({
  plan: 'flat' as string | null,
  upsert: vi.fn(),
  save: vi.fn(),
  deleted: [] as unknown[],
  overview: undefined as Promise<unknown> | undefined,
}))
const PLANS = [
  { id: 'flat', name: 'Flat', description: '', currency: 'USD', version: 1, rates: 0, tenants: 1 },
  { id: 'world', name: 'World', description: '', currency: 'USD', version: 1, rates: 0, tenants: 0 },
  { id: 'euro', name: 'Euro', description: '', currency: 'EUR', version: 1, rates: 0, tenants: 0 },
]
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({
    rpc: async (name: string, asked: unknown) => {
      if (name === 'save_record') return backend.save(asked)
      if (name === 'delete_records') {
        backend.deleted.push(asked)
        return answer([])
      }
      if (name !== 'rate_plan_list' && backend.overview) return backend.overview
      return answer(
        name === 'rate_plan_list'
          ? PLANS
          : { version: 4, currency: 'USD', terms_days: 15, rate_plan_id: backend.plan },
      )
    },
    from: () => ({ ...tableOf(() => answer([])), upsert: backend.upsert }),
  }),
}))
grant('billing', 'view', 'edit', 'delete')

test('a tenant is taken off its rate plan, so that its calls are not charged', async () => {
  backend.upsert.mockImplementation(({ rate_plan_id }: { rate_plan_id: string | null }) => {
    backend.plan = rate_plan_id
    return { select: async () => answer([{ id: 'account' }]) }
  })
  const { user } = open(<RatePlanTab tenantId={TENANT.id} onOpenInvoice={() => undefined} />)
  const plan = await screen.findByRole('combobox', { name: 'Rate plan' })
  await waitFor(() => expect(plan).toHaveDisplayValue('Flat (USD)'))
  expect(screen.queryByRole('button', { name: 'Use for this tenant' })).toBeNull()
  await user.selectOptions(plan, 'None: calls are not charged')
  expect(plan).toHaveDisplayValue('None: calls are not charged')
  await user.click(screen.getByRole('button', { name: 'Use for this tenant' }))
  await waitFor(() => expect(backend.upsert).toHaveBeenCalledOnce())
  expect(backend.upsert.mock.calls[0]?.[0]).toMatchObject({ rate_plan_id: null, version: 5 })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Use for this tenant' })).toBeNull())
  expect(plan).toHaveDisplayValue('None: calls are not charged')
  await user.selectOptions(plan, 'World (USD)')
  expect(screen.getByRole('button', { name: 'Use for this tenant' })).toBeVisible()
  await user.selectOptions(plan, 'Euro (EUR)')
  expect(plan).toHaveAccessibleDescription('Not for this account, which is charged in USD.')
  expect(screen.queryByRole('button', { name: 'Use for this tenant' })).toBeNull()
})

test('a plan is renamed, and deleted only if no tenant uses it', async () => {
  backend.plan = 'flat'
  backend.save.mockResolvedValue(answer({ id: 'flat', version: 2 }))
  const { user } = open(<RatePlanTab tenantId={TENANT.id} onOpenInvoice={() => undefined} />)
  const plan = await screen.findByRole('combobox', { name: 'Rate plan' })
  await waitFor(() => expect(plan).toHaveDisplayValue('Flat (USD)'))
  expect(screen.queryByRole('button', { name: 'Delete plan' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Rename plan' }))
  const form = await screen.findByRole('dialog', { name: 'Rename Flat' })
  await user.clear(within(form).getByLabelText(/^Name/))
  await user.type(within(form).getByLabelText(/^Name/), 'Flat 2027')
  await user.click(within(form).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(form).not.toBeInTheDocument())
  expect(backend.save.mock.calls[0]?.[0]).toMatchObject({
    target_table: 'rate_plans',
    record: 'flat',
    expected_version: 1,
    record_values: { name: 'Flat 2027' },
  })
  await user.selectOptions(plan, 'World (USD)')
  await user.click(screen.getByRole('button', { name: 'Delete plan' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete World?' })
  await user.click(within(question).getByRole('button', { name: 'Delete plan' }))
  await waitFor(() => expect(plan).toHaveDisplayValue('Flat (USD)'))
  expect(backend.deleted).toMatchObject([{ target_table: 'rate_plans', seen: [{ id: 'world', version: 1 }] }])
})

test.each([
  ['Add rates', ['view', 'create'] as const],
  ['Open rates', ['view', 'edit'] as const],
])('a plan without rates leads to them as "%s" for whoever may %s', async (name, actions) => {
  backend.plan = 'flat'
  grant('billing', ...actions)
  open(<RatePlanTab tenantId={TENANT.id} onOpenInvoice={() => undefined} />)
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', expect.stringContaining('flat'))
})

test('says nothing of a plan before the account is known, and that the account could not be loaded', async () => {
  const overview = Promise.withResolvers<unknown>()
  backend.overview = overview.promise
  open(<RatePlanTab tenantId={TENANT.id} onOpenInvoice={() => undefined} />)
  await waitFor(() => expect(document.querySelector('[aria-hidden]')).toBeInTheDocument())
  expect(screen.queryByText('No rate plan')).toBeNull()
  overview.resolve(refusal('57014', 'canceling statement due to statement timeout'))
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  expect(screen.queryByText('No rate plan')).toBeNull()
  backend.overview = undefined
})
