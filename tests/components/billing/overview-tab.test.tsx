import { render, screen } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { expect, test, vi } from 'vitest'
import { OverviewTab } from '@/components/billing/overview-tab'
import { answer } from '../records/fake-backend'

const overview = vi.hoisted(() => vi.fn())
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ rpc: overview }) }))
vi.mock('@/hooks/use-member', () => ({ useMember: () => ({}) }))

const show = () =>
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <OverviewTab tenantId="t1" onOpenInvoice={() => undefined} />
    </SWRConfig>,
  )
const month = (at: string, total: number) => ({ month: at, total, paid: 0 })

test.each([
  ['nothing has been invoiced', [month('2026-01-01', 0), month('2026-02-01', 0)], 'Highest $0.00'],
  ['less than a dollar has', [month('2026-01-01', 0.4)], 'Highest $0.40'],
  ['months differ', [month('2026-01-01', 120), month('2026-02-01', 80)], 'Highest $120.00'],
])('the chart of a year in which %s names its highest month', async (_, months, words) => {
  overview.mockResolvedValue(answer({ currency: 'USD', balance: 0, overdue: 0, terms_days: 30, months }))
  show()
  expect(await screen.findByText(/^Highest/)).toHaveTextContent(words)
})

test('nothing is said of what a customer owes before it is known', async () => {
  const known = Promise.withResolvers<unknown>()
  overview.mockReturnValue(known.promise)
  show()
  expect(screen.getByText('Overdue')).toBeVisible()
  for (const words of ['Nothing is overdue', 'None are open', 'Owed by the customer'])
    expect(screen.queryByText(words)).not.toBeInTheDocument()
  const figures = { balance: 0, overdue: 0, open_invoices: 0, next_due: null, recurring: 0 }
  known.resolve(answer({ currency: 'USD', terms_days: 30, months: [], ...figures }))
  expect(await screen.findByText('Nothing is overdue')).toBeVisible()
  expect(screen.getByText('None are open')).toBeVisible()
})
