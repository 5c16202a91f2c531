import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InvoicesTab } from '@/components/billing/invoices-tab'
import { Warranty } from '@/components/inventory/stock-status'
import { MyTasks } from '@/components/notes/my-tasks'
import { useBusinessDay } from '@/hooks/use-business-day'
import type { Invoice } from '@/lib/billing/invoices'
import type { Task } from '@/lib/notes/tasks'
import { moveCompany } from '../fake-member'

const asked = vi.hoisted(() => vi.fn())
const listed = vi.hoisted(() => ({ tasks: [] as Task[], invoices: [] as Invoice[] }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/hooks/use-business-day', async (original) => {
  const { useBusinessDay: read } = await original<typeof import('@/hooks/use-business-day')>()
  return {
    useBusinessDay() {
      asked()
      return read()
    },
  }
})
vi.mock('@/hooks/use-tasks', () => ({ useTasksOf: () => ({ data: listed.tasks }) }))
vi.mock('@/hooks/use-billing', () => ({ useInvoices: () => ({ data: listed.invoices }) }))

const task = { id: 't1', name: 'Call', due_on: '2026-03-10', done_at: null } as Task
const invoice = {
  id: 'i1',
  number: '2026-00012',
  status: 'issued',
  period_start: '2026-03-01',
  due_on: '2026-03-10',
  total: 100,
  paid: 0,
  currency: 'USD',
} as Invoice

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  // Still March 10 in New York.
  vi.setSystemTime('2026-03-11T02:00:00Z')
  listed.tasks = [task]
  listed.invoices = [invoice]
  asked.mockClear()
})
afterEach(() => vi.useRealTimers())

const invoices = <InvoicesTab tenantId="t1" onOpenInvoice={() => undefined} />
function Bought() {
  return <Warranty item={{ purchased_on: '2025-03-10', warranty_months: 12 }} today={useBusinessDay()} />
}

test.each([
  ['America/New_York', ['Today', 'Until', 'Issued']],
  ['Pacific/Auckland', ['Overdue', 'Ended', 'Overdue']],
])('a task, a warranty and an invoice are late by the day of a company in %s', (zone, said) => {
  moveCompany(zone)
  render(
    <>
      <MyTasks />
      <Bought />
      {invoices}
    </>,
  )
  const shown = screen
    .getAllByText(/^(Today|Overdue|Until|Ended|Issued)/)
    .filter((element) => !element.closest('th'))
    .map(({ textContent }) => textContent)
  expect(shown.map((text) => text.split(' ')[0])).toEqual(said)
})

test.each([
  ['tasks', <MyTasks key="tasks" />],
  ['invoices', invoices],
])('a list of %s asks for the day once, however long it is', (_, list) => {
  listed.tasks = Array.from({ length: 20 }, (_task, at) => ({ ...task, id: `t${at}` }))
  listed.invoices = Array.from({ length: 20 }, (_invoice, at) => ({ ...invoice, id: `i${at}` }))
  render(list)
  expect(asked).toHaveBeenCalledOnce()
})
