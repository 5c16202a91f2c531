import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { PaymentDialog } from '@/components/billing/payment-dialog'
import { PaymentsTab } from '@/components/billing/payments-tab'
import type { Invoice } from '@/lib/billing/invoices'
import { RequestFailure } from '@/lib/errors'
import { grant, moveCompany } from '../fake-member'
import { answer, open, tableOf, TENANT } from '../records/fake-backend'

const { rows, recorded } = vi.hoisted(() => ({
  rows: [] as object[],
  recorded: vi.fn(async (_: unknown, _payment: { id: string; received_at: string }) => undefined),
}))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/hooks/use-user', () => ({ useUser: () => ({ id: 'u1' }) }))
vi.mock('@/lib/session/session-store', async (original) => ({
  ...(await original()),
  currentUser: () => ({ id: 'u1' }),
}))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({
    rpc: async () => answer({ currency: 'USD' }),
    from: (table: string) => tableOf(() => answer(table === 'payments' ? rows : [])),
  }),
}))
vi.mock('@/lib/billing/payments', async (original) => ({ ...(await original()), recordPayment: recorded }))

beforeEach(() => {
  grant('billing', 'view', 'create', 'delete')
  window.localStorage.clear()
  rows.length = 0
  recorded.mockClear()
})

test.each([
  ['America/New_York', '2026-03-10T16:00:00.000Z'],
  ['Asia/Tokyo', '2026-03-10T03:00:00.000Z'],
  ['Pacific/Guam', '2026-03-10T02:00:00.000Z'],
])('a payment keeps the day on which a company in %s received it', async (zone, noon) => {
  moveCompany(zone)
  const { user } = open(<PaymentDialog tenantId={TENANT.id} currency="USD" onClose={vi.fn()} />)
  await user.type(screen.getByLabelText(/^Amount/), '12.50')
  await user.clear(screen.getByLabelText(/^Received on/))
  await user.type(screen.getByLabelText(/^Received on/), '2026-03-10')
  await user.click(screen.getByRole('button', { name: 'Record payment' }))
  await waitFor(() => expect(recorded).toHaveBeenCalledOnce())
  expect(recorded.mock.lastCall?.[1]).toMatchObject({ received_at: noon, currency: 'USD' })
})

test.each([
  ['America/New_York', 'Mar 10, 2026'],
  ['Asia/Tokyo', 'Mar 11, 2026'],
])('payments of a company in %s are listed and reversed under its day', async (zone, day) => {
  moveCompany(zone)
  rows.push({
    id: 'p1',
    method: 'ach',
    amount: 5,
    currency: 'USD',
    received_at: '2026-03-11T02:00:00Z',
    invoice_id: null,
  })
  const { user } = open(<PaymentsTab tenantId={TENANT.id} onOpenInvoice={vi.fn()} />)
  const table = await screen.findByRole('table', { name: 'Payments' })
  expect(await within(table).findByText(day)).toBeVisible()
  await user.click(screen.getByRole('button', { name: `Reverse $5.00 of ${day}` }))
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(`$5.00 of ${day}`)
})

test('a payment is listed in the currency in which it was recorded, whatever the account is in now', async () => {
  const wire = { method: 'wire', received_at: '2026-03-11T02:00:00Z', invoice_id: null }
  rows.push(
    { id: 'p1', amount: 500, currency: 'CAD', ...wire },
    { id: 'p2', amount: 20, currency: 'USD', ...wire },
  )
  open(<PaymentsTab tenantId={TENANT.id} onOpenInvoice={vi.fn()} />)
  const table = await screen.findByRole('table', { name: 'Payments' })
  expect(await within(table).findByText('CA$500.00')).toBeVisible()
  expect(within(table).getByText('$20.00')).toBeVisible()
})

test('a draft of a payment brings back no amount that nobody typed, if some was paid since', async () => {
  const issued = { id: 'i1', number: 'INV-1', status: 'issued', total: 500, period_start: '2026-03-01' }
  const openFor = (paid: number, version: number) => {
    const invoice = { ...issued, paid, version } as Invoice
    return open(<PaymentDialog tenantId={TENANT.id} currency="USD" invoice={invoice} onClose={vi.fn()} />)
  }
  const { user, unmount } = openFor(0, 2)
  await user.type(screen.getByLabelText(/^Reference/), 'Check 17')
  unmount()
  openFor(200, 3)
  expect(await screen.findByText(/was saved again since then/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(screen.getByLabelText(/^Reference/)).toHaveValue('Check 17')
  expect(screen.getByLabelText(/^Amount/)).toHaveValue('300.00')
})

test.each([
  ['a payment of nothing in particular', undefined],
  [
    'a payment of an invoice',
    { id: 'i1', status: 'issued', total: 500, paid: 0, period_start: '2026-03-01' },
  ],
])('%s whose answer was lost is the same one when its draft is restored', async (_what, issued) => {
  const openAt = (version: number) => {
    const invoice = issued && ({ ...issued, version } as Invoice)
    return open(<PaymentDialog tenantId={TENANT.id} currency="USD" invoice={invoice} onClose={vi.fn()} />)
  }
  recorded.mockRejectedValueOnce(new RequestFailure('The server cannot be reached.', 0))
  const { user, unmount } = openAt(2)
  await user.clear(screen.getByLabelText(/^Amount/))
  await user.type(screen.getByLabelText(/^Amount/), '400')
  await user.click(screen.getByRole('button', { name: 'Record payment' }))
  await screen.findByRole('alert')
  unmount()
  openAt(3)
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  await user.click(screen.getByRole('button', { name: 'Record payment' }))
  await waitFor(() => expect(recorded).toHaveBeenCalledTimes(2))
  const [first, second] = recorded.mock.calls.map(([, payment]) => payment)
  expect(second).toMatchObject({ id: first?.id, amount: 400 })
})
