import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { BusinessReportView } from '@/components/reports/business-report'
import type { BusinessReport } from '@/lib/reports/reports'
import { grant } from '../fake-member'
import { open } from '../records/fake-backend'

const report = vi.hoisted(() => ({ seats: [] as BusinessReport['seats'] }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/components/reports/money-report', () => ({ MoneyReport: () => null }))
vi.mock('@/hooks/use-report', () => ({
  useBusinessReport: () => ({ data: { pipeline: [], ports: [], numbers: [], stock: [], ...report } }),
}))

beforeEach(() => grant('reports', 'view'))

function show(seats: BusinessReport['seats']) {
  report.seats = seats
  open(
    <BusinessReportView
      span={{ from: '2026-11-01', until: '2026-11-23' }}
      ownToday={false}
      mayExport={false}
    />,
  )
}

test('the seats that tenants bought or use are drawn with those that are not billed', () => {
  show([
    { id: 't1', name: 'Harbor Lane Dental', product: 'extension', purchased: 10, assigned: 12, billed: 9 },
    { id: 't1', name: 'Harbor Lane Dental', product: 'recording', purchased: 4, assigned: 3, billed: 6 },
    { id: 't3', name: 'Paid Office', product: 'fax', purchased: 0, assigned: 0, billed: 1 },
  ])
  const drawn = screen.getAllByTitle(/./)
  expect(drawn.map(({ title }) => title)).toEqual([
    'Harbor Lane Dental, extensions',
    'Harbor Lane Dental, call recording',
  ])
  const bars = drawn.map((name) => [...(name.nextElementSibling?.querySelectorAll('rect') ?? [])])
  expect(bars.map((parts) => parts.map((part) => Number(part.getAttribute('width'))))).toEqual([
    [1, 0.75],
    [4 / 12, 4 / 12],
  ])
})

test('where nobody has a seat there is no chart', () => {
  show([{ id: 't3', name: 'Paid Office', product: 'fax', purchased: 0, assigned: 0, billed: 1 }])
  expect(screen.queryByText('Seats purchased or assigned')).not.toBeInTheDocument()
})
