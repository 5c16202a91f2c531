import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { RatesPage } from '@/components/billing/rates-page'
import { grant } from '../fake-member'
import { answer, open, tableOf } from '../records/fake-backend'

const CAD = '5b8022fb-1fd7-4d51-81ae-3b153fb4fd35'
const USD = '6c9133fc-2fe8-4e62-92bf-4c264fc45146'
const address = vi.hoisted(() => ({ query: { plan: '' }, events: { on() {}, off() {} } }))
const answers = vi.hoisted(() => ({}) as Record<string, unknown>)
vi.mock('next/router', async (load) => ({ ...(await load<object>()), useRouter: () => address }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/session/session-store', async (load) => {
  const user = { id: 'ada', email: 'ada@example.test' }
  return { ...(await load<object>()), currentUser: () => user }
})
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({
    rpc: async (name: string) => answer(answers[name] ?? []),
    from: () => tableOf(() => answer([])),
  }),
}))
Object.assign(answers, {
  rate_plan_list: [
    { id: CAD, name: 'Canada', description: '', currency: 'CAD', version: 1, rates: 1, tenants: 1 },
    { id: USD, name: 'World', description: '', currency: 'USD', version: 1, rates: 1, tenants: 1 },
  ],
  record_page: [
    {
      ...{ id: '7d0244fd-3ff9-4f73-83cf-5d375fd56257', version: 1, prefix: '44', description: 'UK' },
      ...{ cost_per_minute: 0.02, connect_fee: 0, included_seconds: 0, first_increment: 60 },
      ...{ next_increment: 60, sort_value: '44' },
    },
  ],
  record_count: 1,
})
grant('billing', 'view', 'create', 'edit', 'delete')

beforeAll(async () => {
  await Promise.all([
    import('@/components/records/record-panel'),
    import('@/components/billing/delete-rate'),
    import('@/components/ui/confirm-dialog'),
    import('@/components/ui/menu-panel'),
  ])
})

function show(plan: string) {
  address.query.plan = plan
  return open(<RatesPage />)
}

async function newRate(plan: string) {
  const shown = show(plan)
  await shown.user.click(await screen.findByRole('button', { name: 'New rate' }))
  return { ...shown, dialog: await screen.findByRole('dialog', { name: 'New rate' }) }
}

test('a rate begun in one plan is offered again there, and in no other', async () => {
  const { user, dialog, unmount } = await newRate(CAD)
  await user.type(within(dialog).getByRole('textbox', { name: /^Destination/ }), 'Mexico')
  unmount()
  const other = await newRate(USD)
  expect(within(other.dialog).queryByRole('button', { name: 'Restore' })).toBeNull()
  other.unmount()
  const again = await newRate(CAD)
  expect(within(again.dialog).getByRole('button', { name: 'Restore' })).toBeVisible()
})

const CHARGED = 'Calls there are then charged by a shorter prefix, or not at all.'

test('says that changed rates also price calls that are not on an issued invoice yet', async () => {
  show(CAD)
  expect(await screen.findByText(/Changes apply to every invoice that is not issued yet/)).toHaveTextContent(
    'also to calls made before. Issue those first that are to keep the earlier prices.',
  )
})

test('the question before a rate is deleted says how calls are charged then', async () => {
  const { user } = show(USD)
  await user.click(await screen.findByRole('button', { name: 'Actions for +44 UK' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete the rate +44 UK?' })
  expect(await within(question).findByText(CHARGED, { exact: false })).toBeVisible()
  expect(within(question).queryByText(/Nothing uses it/)).toBeNull()
})

test('so does the question before many are', async () => {
  const { user } = show(USD)
  await user.click(await screen.findByRole('checkbox', { name: 'Select +44 UK' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(CHARGED, { exact: false })).toBeVisible()
})
