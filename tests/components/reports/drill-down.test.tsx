import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { HourDialog } from '@/components/reports/hour-dialog'
import { InvoicesDialog } from '@/components/reports/invoices-dialog'
import { SubscriptionsDialog } from '@/components/reports/subscriptions-dialog'
import { grant } from '../fake-member'
import { answer, open } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
beforeEach(() => {
  backend.rpc.mockReset()
  grant('telephony', 'view')
})

const span = { from: '2026-11-01', until: '2026-11-26' }

test('a figure of revenue opens the invoices that add up to it, each linked', async () => {
  const invoice = { tenant_id: 't1', name: 'Harbor Lane Dental', currency: 'USD', tax: 0 }
  const days = { issued_on: '2026-11-01', due_on: '2026-11-16' }
  backend.rpc.mockResolvedValue(
    answer([
      { ...invoice, ...days, id: 'i1', number: '2026-00012', total: 120.5, open: 0 },
      { ...invoice, ...days, id: 'i2', number: '2026-00013', total: 80, open: 30 },
    ]),
  )
  const asked = { span, tenant: 't1', owed: false, jurisdiction: null, age: null, currency: 'USD' }
  open(<InvoicesDialog title="Invoices of Harbor Lane Dental" asked={asked} onClose={vi.fn()} />)
  const dialog = await screen.findByRole('dialog', { name: 'Invoices of Harbor Lane Dental' })
  expect(await within(dialog).findByRole('link', { name: '2026-00012' })).toHaveAttribute(
    'href',
    '/app/tenants/t1/billing?invoice=i1',
  )
  const [paid, owed] = within(dialog).getAllByRole('listitem')
  expect(paid).toHaveTextContent('$120.50')
  expect(paid).not.toHaveTextContent('open')
  expect(owed).toHaveTextContent('$80.00$30.00 open')
  expect(within(dialog).getByRole('group', { name: 'Total' })).toHaveTextContent(
    'Total2 invoices$200.50$30.00 open',
  )
  expect(backend.rpc).toHaveBeenCalledWith('report_invoices', {
    from_day: '2026-11-01',
    until_day: '2026-11-26',
    customer: 't1',
    owed: false,
    charged_in: 'USD',
  })
})

test('an hour of the day opens the tenants who had calls then, each linked to those calls', async () => {
  backend.rpc.mockResolvedValue(
    answer([
      { id: 't1', name: 'Harbor Lane Dental', calls: 1200, answered: 900 },
      { id: 't2', name: 'Bay Roofing', calls: 400, answered: 300 },
    ]),
  )
  open(<HourDialog hour={23} span={span} onClose={vi.fn()} />)
  expect(screen.getByRole('dialog', { name: 'Calls from 11:00 PM to 12:00 AM' })).toBeVisible()
  const dialog = await screen.findByRole('dialog', { name: /^Calls from .* to / })
  expect(await within(dialog).findByRole('link', { name: 'Harbor Lane Dental' })).toHaveAttribute(
    'href',
    '/app/tenants/t1/cdr?from=2026-11-01&until=2026-11-26&hour=23',
  )
  const [first] = within(dialog).getAllByRole('listitem')
  expect(first).toHaveTextContent('75% answered1,200 calls')
  expect(within(dialog).getByRole('group', { name: 'Total' })).toHaveTextContent(
    'Total75% answered1,600 calls',
  )
})

test('tenants behind an hour are named, not linked, for users who may not see their calls', async () => {
  grant('reports', 'view')
  backend.rpc.mockResolvedValue(answer([{ id: 't1', name: 'Harbor Lane Dental', calls: 12, answered: 9 }]))
  open(<HourDialog hour={23} span={span} onClose={vi.fn()} />)
  expect(await screen.findByText('Harbor Lane Dental')).toBeVisible()
  expect(screen.queryByRole('link')).not.toBeInTheDocument()
})

test('a service’s monthly revenue opens the subscriptions that add up to it', async () => {
  const subscription = { tenant_id: 't1', name: 'Harbor Lane Dental', cycle: 'monthly' }
  backend.rpc.mockResolvedValue(
    answer([
      { ...subscription, id: 's1', quantity: 12, monthly: 240.1 },
      { ...subscription, id: 's2', quantity: 1, monthly: 20.2 },
    ]),
  )
  const asked = { day: '2026-11-26', service: 'Seat', currency: 'USD' }
  open(<SubscriptionsDialog asked={asked} onClose={vi.fn()} />)
  expect(await screen.findByRole('group', { name: 'Total' })).toHaveTextContent('Total13$260.30 a month')
})

function showSubscriptions(count: number) {
  const row = { tenant_id: 't1', name: 'Harbor Lane Dental', cycle: 'monthly', quantity: 1, monthly: 1 }
  const rows = Array.from({ length: count }, (_, n) => ({ ...row, id: `s${n}` }))
  backend.rpc.mockResolvedValue(answer(rows))
  const asked = { day: '2026-11-26', service: 'Seat', currency: 'USD' }
  open(<SubscriptionsDialog asked={asked} onClose={vi.fn()} />)
}

test('a thousand rows are all of them, with their total', async () => {
  showSubscriptions(1000)
  expect(await screen.findByRole('group', { name: 'Total' })).toHaveTextContent('Total1,000$1,000.00 a month')
  expect(screen.queryByText(/^Only 1,000 are shown/)).not.toBeInTheDocument()
})

test('rows that are cut off have no total', async () => {
  showSubscriptions(1001)
  expect(await screen.findByText(/^Only 1,000 are shown/)).toBeVisible()
  expect(screen.getAllByRole('listitem')).toHaveLength(1000)
  expect(screen.queryByRole('group', { name: 'Total' })).toBeNull()
})
