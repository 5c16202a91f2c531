import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { BusinessReportView } from '@/components/reports/business-report'
import type { BusinessReport } from '@/lib/reports/reports'
import { grant } from '../fake-member'
import { open } from '../records/fake-backend'

const report = vi.hoisted(() => ({
  seats: [] as BusinessReport['seats'],
  not_invoiced: [] as BusinessReport['not_invoiced'],
  voided: [] as BusinessReport['voided'],
  pipeline: [] as BusinessReport['pipeline'],
  ports: [] as BusinessReport['ports'],
}))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/components/reports/money-report', () => ({ MoneyReport: () => null }))
vi.mock('@/hooks/use-report', () => ({
  useBusinessReport: () => ({ data: { numbers: [], stock: [], ...report } }),
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

test('whom billing has left out of the month is named, with its draft and a link to where it is run', () => {
  grant('billing', 'view')
  const due = { month: '2026-11', currency: 'USD' }
  report.not_invoiced = [
    { id: 't1', name: 'Harbor Lane Dental', draft: 1200, ...due },
    { id: 't2', name: 'Quarry Books', draft: null, ...due },
  ]
  show([])
  const table = screen.getByRole('table', { name: 'Not invoiced' })
  expect(
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual(['Harbor Lane DentalNov 2026$1,200.00', 'Quarry BooksNov 2026No draft'])
  expect(within(table).getByRole('link', { name: 'Quarry Books' })).toHaveAttribute(
    'href',
    '/app/tenants/t2/billing',
  )
})

test('the pipeline and port orders are added up without those that are won, lost, ported or canceled', () => {
  report.pipeline = [
    { stage: 'lead', count: 2, amount: 500, weighted: 50 },
    { stage: 'proposal', count: 1, amount: 300, weighted: 150 },
    { stage: 'won', count: 4, amount: 900, weighted: 900 },
    { stage: 'lost', count: 5, amount: 700, weighted: 0 },
  ]
  report.ports = [
    { state: 'submitted', orders: 2, numbers: 7 },
    { state: 'ported', orders: 3, numbers: 9 },
  ]
  show([])
  const lastRow = (name: string) =>
    [...(screen.getByRole<HTMLTableElement>('table', { name }).tFoot?.rows[0]?.cells ?? [])].map(
      ({ textContent }) => textContent,
    )
  expect(lastRow('Pipeline by stage')).toEqual(['Open', '3', '$800.00', '$200.00'])
  expect(lastRow('Ports by state')).toEqual(['Open', '2', '7'])
})

test('what was voided is listed with its tax and the day of issue, whose month no longer counts it', () => {
  report.voided = [
    {
      ...{ id: 'i1', tenant_id: 't1', number: '2026-00077', name: 'Harbor Lane Dental', currency: 'USD' },
      ...{ issued_on: '2026-10-05', voided_on: '2026-11-20', total: 1080, tax: 80 },
    },
  ]
  show([])
  const [, row] = screen.getByRole<HTMLTableElement>('table', { name: 'Invoices voided in this period' }).rows
  expect([...(row?.cells ?? [])].map(({ textContent }) => textContent)).toEqual([
    ...['2026-00077', 'Harbor Lane Dental', 'Oct 5, 2026', 'Nov 20, 2026', '$1,080.00', '$80.00'],
  ])
})
