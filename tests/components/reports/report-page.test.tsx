import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReportPage } from '@/components/reports/report-page'
import { grant, moveCompany } from '../fake-member'
import { open } from '../records/fake-backend'

vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/components/reports/call-report', () => ({ CallReportView: () => null }))
vi.mock('@/components/reports/audit-report', () => ({ AuditReport: () => null }))

beforeEach(() => {
  // The 29th at the company; the 30th for readers from Honolulu to Auckland, wherever the tests run.
  vi.useFakeTimers({ now: Date.parse('2026-11-30T10:30:00Z'), toFake: ['Date'] })
  moveCompany('Pacific/Pago_Pago')
})
afterEach(() => vi.useRealTimers())

test('the audit trail ends with the day of the reader, who is ahead of the company; calls with the company’s', async () => {
  grant('superadmin', 'view')
  open(<ReportPage />)
  expect(screen.getByLabelText('To')).toHaveValue('2026-11-29')
  await userEvent.click(screen.getByRole('tab', { name: 'Audit trail' }))
  expect(screen.getByLabelText('To')).toHaveValue('2026-11-30')
  expect(screen.getByLabelText('To')).toHaveAttribute('max', '2026-11-30')
})

test('a date is taken once typing pauses, in the same field; one beyond the other end by Enter', async () => {
  grant('reports', 'view')
  const { onUrlUpdate } = open(<ReportPage />, '?from=2026-11-01&until=2026-11-29')
  const from = screen.getByLabelText('From')
  from.focus()
  // As the keys of 10/05/2026 arrive.
  for (const value of ['2026-01-01', '2026-10-01', '2026-10-05'])
    fireEvent.change(from, { target: { value } })
  expect(onUrlUpdate).not.toHaveBeenCalled()
  await waitFor(() => expect(onUrlUpdate).toHaveBeenCalledOnce())
  expect(onUrlUpdate.mock.lastCall?.[0].queryString).toBe('?from=2026-10-05&until=2026-11-29')
  expect(screen.getByLabelText('From')).toBe(from)
  expect(from).toHaveFocus()

  fireEvent.change(from, { target: { value: '2026-12-05' } })
  await userEvent.keyboard('{Enter}')
  expect(onUrlUpdate.mock.lastCall?.[0].queryString).toBe('?from=2026-12-05&until=2026-12-05')
  expect(screen.getByLabelText('To')).toHaveValue('2026-12-05')
})

test('another range of the audit trail begins with its newest change, wherever the list was', async () => {
  grant('superadmin', 'view')
  const place = 'after=1b8022fb-1fd7-4d51-81ae-3b153fb4fd35.x'
  const { onUrlUpdate } = open(<ReportPage />, `?view=audit&${place}`)
  await userEvent.click(screen.getByRole('button', { name: 'Last quarter' }))
  expect(onUrlUpdate.mock.lastCall?.[0].queryString).toBe('?view=audit&from=2026-07-01&until=2026-09-30')
})
