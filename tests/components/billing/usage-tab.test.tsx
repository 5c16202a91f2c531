import { act, render, screen } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { expect, test, vi } from 'vitest'
import { UsageTab } from '@/components/billing/usage-tab'
import { answer, tableOf } from '../records/fake-backend'

const invoices = vi.fn()
const usage = [
  { prefix: '1', description: 'North America', calls: 5, talk_seconds: 300, billed_seconds: 300, cost: 0.1 },
  { prefix: null, description: null, calls: 2, talk_seconds: 60, billed_seconds: 0, cost: null },
]
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({
    rpc: async (name: string) => answer(name === 'tenant_usage' ? usage : { currency: 'USD' }),
    from: () => tableOf(invoices),
  }),
}))

const open = () =>
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <UsageTab tenantId="t1" onOpenInvoice={() => undefined} />
    </SWRConfig>,
  )

test('calls that arrived after their invoice was issued are pointed out', async () => {
  invoices.mockReturnValue(
    answer([{ number: '2026-00012', invoice_lines: [{ quantity: 2 }, { quantity: 1 }] }]),
  )
  open()
  expect(await screen.findByText('2 calls are on no invoice')).toBeVisible()
  expect(screen.getByText(/Invoice 2026-00012 charges 3 calls of this month/)).toBeVisible()
})

test.each([
  ['no invoice is issued for', []],
  ['the invoice charges', [{ number: '2026-00012', invoice_lines: [{ quantity: 5 }] }]],
])('nothing is said of calls that %s', async (_, issued) => {
  invoices.mockReturnValue(answer(issued))
  open()
  expect(await screen.findByText('2 calls are not charged')).toBeVisible()
  await vi.waitFor(() => expect(invoices).toHaveBeenCalled())
  await act(async () => undefined)
  expect(screen.queryByText(/on no invoice/)).toBeNull()
})
