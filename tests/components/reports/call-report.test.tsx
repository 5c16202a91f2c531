import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CallReportView } from '@/components/reports/call-report'
import { grant } from '../fake-member'
import { open } from '../records/fake-backend'

vi.mock('@/hooks/use-member', () => import('../fake-member'))
const talk = vi.hoisted(() => ({ seconds: 600 }))
vi.mock('@/hooks/use-report', () => ({
  useCallReport: () => ({
    data: {
      totals: { calls: 12, answered: 9, inbound: 12, inbound_answered: 9, talk_seconds: talk.seconds },
      days: [{ day: '2026-11-23', calls: 12, answered: 9 }],
      hours: [],
      tenants: [{ id: 't1', name: 'Harbor Lane Dental', calls: 12, answered: 9, talk_seconds: 600 }],
    },
  }),
}))

const links = () =>
  screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('/app/tenants/'))

test('the call report leads to the call records of a tenant', () => {
  grant('telephony', 'view')
  open(<CallReportView span={{ from: '2026-11-23', until: '2026-11-23' }} ownToday={false} mayExport />)
  expect(links().map((link) => link.textContent)).toEqual(['Harbor Lane Dental', '75%'])
})

test('the call report names tenants without a link for users who may not see call records', () => {
  grant('reports', 'view')
  open(<CallReportView span={{ from: '2026-11-23', until: '2026-11-23' }} ownToday={false} mayExport />)
  expect(screen.getByRole('cell', { name: 'Harbor Lane Dental' })).toBeVisible()
  expect(links()).toEqual([])
})

test.each([
  [600, '10 min'],
  [3_569, '59 min'],
  [3_580, '1.0 h'],
  [5_400, '1.5 h'],
  [3_599_700, '999.9 h'],
  [3_599_900, '1,000 h'],
])('a talk time of %i seconds is told as %s', (seconds, told) => {
  talk.seconds = seconds
  open(<CallReportView span={{ from: '2026-11-23', until: '2026-11-23' }} ownToday={false} mayExport />)
  const tile = screen.getByText('Talk time', { selector: 'span' }).parentElement?.parentElement
  expect(tile).toHaveTextContent(`Talk time${told}`)
})
