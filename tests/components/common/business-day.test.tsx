import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InvoiceStatusBadge } from '@/components/billing/invoice-status'
import { Warranty } from '@/components/inventory/stock-status'
import { TaskRow } from '@/components/notes/task-row'
import type { Task } from '@/lib/notes/tasks'
import { moveCompany } from '../fake-member'

vi.mock('@/hooks/use-member', () => import('../fake-member'))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  // Still March 10 in New York.
  vi.setSystemTime('2026-03-11T02:00:00Z')
})
afterEach(() => vi.useRealTimers())

test.each([
  ['America/New_York', ['Today', 'Until', 'Issued']],
  ['Pacific/Auckland', ['Overdue', 'Ended', 'Overdue']],
])('a task, a warranty and an invoice are late by the day of a company in %s', (zone, said) => {
  moveCompany(zone)
  const task = { name: 'Call', due_on: '2026-03-10', done_at: null } as Task
  render(
    <>
      <TaskRow task={task} mayChange={false} shows={[]} />
      <Warranty item={{ purchased_on: '2025-03-10', warranty_months: 12 }} />
      <InvoiceStatusBadge invoice={{ status: 'issued', due_on: '2026-03-10' }} />
    </>,
  )
  const shown = screen
    .getAllByText(/^(Today|Overdue|Until|Ended|Issued)/)
    .map(({ textContent }) => textContent)
  expect(shown.map((text) => text.split(' ')[0])).toEqual(said)
})
