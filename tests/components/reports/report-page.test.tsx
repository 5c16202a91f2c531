import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReportPage } from '@/components/reports/report-page'
import { grant, moveCompany } from '../fake-member'
import { open } from '../records/fake-backend'

vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/components/reports/call-report', () => ({ CallReportView: () => null }))
vi.mock('@/components/reports/audit-report', () => ({ AuditReport: () => null }))

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-30T02:00:00Z'), toFake: ['Date'] })
  vi.stubEnv('TZ', 'Asia/Manila')
  moveCompany('America/New_York')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

test('the audit trail ends with the day of the reader, who is ahead of the company; calls with the company’s', async () => {
  grant('superadmin', 'view')
  open(<ReportPage />)
  expect(screen.getByLabelText('To')).toHaveValue('2026-11-29')
  await userEvent.click(screen.getByRole('tab', { name: 'Audit trail' }))
  expect(screen.getByLabelText('To')).toHaveValue('2026-11-30')
  expect(screen.getByLabelText('To')).toHaveAttribute('max', '2026-11-30')
})
