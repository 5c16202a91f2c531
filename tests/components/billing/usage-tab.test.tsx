import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { expect, test, vi } from 'vitest'
import { UsageTab } from '@/components/billing/usage-tab'
import { TenantContext } from '@/hooks/use-tenant'
import { monthStart, todayIn } from '@/lib/dates/day'
import { monthLabel } from '@/lib/dates/format'
import { answer, tableOf, TENANT } from '../records/fake-backend'

const invoices = vi.fn()
const archived = vi.fn(() => answer([] as { month: string }[]))
const usage = [
  { prefix: '1', description: 'North America', calls: 5, talk_seconds: 300, billed_seconds: 300, cost: 0.1 },
  { prefix: null, description: null, calls: 2, talk_seconds: 60, billed_seconds: 0, cost: null },
]
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({
    rpc: async (name: string) => answer(name === 'tenant_usage' ? usage : { currency: 'USD' }),
    from: (table: string) => tableOf(table === 'invoices' ? invoices : archived),
  }),
}))

const lineOf = (quantity: number, amount = 0.1) => ({ quantity, amount })

const open = () =>
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <TenantContext value={TENANT}>
        <UsageTab tenantId={TENANT.id} onOpenInvoice={() => undefined} />
      </TenantContext>
    </SWRConfig>,
  )

test('calls that arrived after their invoice was issued are pointed out', async () => {
  invoices.mockReturnValue(answer([{ number: '2026-00012', invoice_lines: [lineOf(2), lineOf(1)] }]))
  open()
  expect(await screen.findByText('2 calls are on no invoice')).toBeVisible()
  expect(screen.getByText(/Invoice 2026-00012 charges 3 calls of this month/)).toBeVisible()
})

test.each([
  ['what its invoice charges', 0.1, 'charges $0.10.', false],
  ['another amount than its invoice, whose rates have changed since', 0.3, 'charges $0.30.', true],
])('a month shows %s beside its calls', async (_, amount, said, isOtherwise) => {
  invoices.mockReturnValue(answer([{ number: '2026-00012', invoice_lines: [lineOf(5, amount)] }]))
  open()
  const total = await screen.findByText(/Invoice 2026-00012/)
  expect(total).toHaveTextContent(/7 calls, \$0\.10/)
  expect(total).toHaveTextContent(`Invoice 2026-00012 ${said}`)
  expect(total.textContent?.includes('at today’s rates')).toBe(isOtherwise)
})

const THIS_MONTH = 0
const LAST_MONTH = 1
const chooseMonth = async (back: number) => {
  const month = await screen.findByLabelText('Month')
  await userEvent.selectOptions(month, within(month).getAllByRole('option')[back] as HTMLElement)
}

test('archived calls are said to be missing from their month, which is asked for once for all months', async () => {
  const thisMonth = monthStart(todayIn(TENANT.time_zone))
  invoices.mockReturnValue(answer([]))
  archived.mockClear().mockReturnValueOnce(answer([{ month: thisMonth }]))
  open()
  const said = `The calls of ${monthLabel(thisMonth)} are not counted here.`
  expect(await screen.findByText(new RegExp(said))).toBeVisible()
  await chooseMonth(LAST_MONTH + 1)
  await act(async () => undefined)
  expect(screen.queryByText(/are archived/)).toBeNull()
  expect(archived).toHaveBeenCalledOnce()
})

test('calls of a past month that no invoice charges are pointed out with the month to run', async () => {
  invoices.mockReturnValue(answer([]))
  open()
  await chooseMonth(LAST_MONTH)
  expect(await screen.findByText('5 calls are on no invoice')).toBeVisible()
  const thisMonth = within(screen.getByLabelText('Month')).getAllByRole('option')[THIS_MONTH]?.textContent
  expect(screen.getByText(new RegExp(`Run billing for ${thisMonth}`))).toBeVisible()
})

test.each([
  ['of this month, whose invoice is not due yet', THIS_MONTH, []],
  ['that a draft charges', LAST_MONTH, [{ number: null, invoice_lines: [lineOf(2)] }]],
  ['that the invoice charges', LAST_MONTH, [{ number: '2026-00012', invoice_lines: [lineOf(5)] }]],
])('nothing is said of calls %s', async (_, back, issued) => {
  invoices.mockReturnValue(answer(issued))
  open()
  await chooseMonth(back)
  expect(await screen.findByText('2 calls are not charged')).toBeVisible()
  await vi.waitFor(() => expect(invoices).toHaveBeenCalled())
  await act(async () => undefined)
  expect(screen.queryByText(/on no invoice/)).toBeNull()
})
