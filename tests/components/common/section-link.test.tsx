import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CustomerLists } from '@/components/customers/customer-lists'
import { BusinessReportView } from '@/components/reports/business-report'
import type { CustomerRecords } from '@/lib/customers/customer-records'
import type { BusinessReport } from '@/lib/reports/reports'
import { grant } from '../fake-member'
import { open } from '../records/fake-backend'

const report: BusinessReport = {
  revenue: [],
  customers: [],
  taxes: [],
  not_invoiced: [],
  voided: [],
  recurring: [],
  aging: [],
  pipeline: [{ stage: 'lead', count: 1, amount: 100, weighted: 10 }],
  seats: [{ id: 't1', name: 'Harbor Dental', product: 'extension', purchased: 5, assigned: 3, billed: 3 }],
  ports: [{ state: 'submitted', orders: 1, numbers: 2 }],
  numbers: [{ status: 'assigned', count: 2 }],
  stock: [{ status: 'in_stock', count: 4, cost: 400 }],
}
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/hooks/use-report', () => ({
  useBusinessReport: () => ({ data: report, error: undefined, retry: vi.fn() }),
}))

const linked = () => screen.queryAllByRole('link').map((link) => link.textContent)

test.each([
  ['sales', ['Lead']],
  ['numbers', ['Submitted', 'Assigned']],
  ['inventory', ['In stock']],
  ['billing', ['Harbor Dental']],
] as const)('a report links only to the lists that the user may open: %s', (section, links) => {
  grant(section, 'view')
  open(
    <BusinessReportView
      span={{ from: '2026-11-01', until: '2026-11-30' }}
      ownToday={false}
      mayExport={false}
    />,
  )
  expect(linked()).toEqual(links)
  for (const text of ['Lead', 'Submitted', 'Assigned', 'In stock', 'Harbor Dental']) {
    expect(screen.getAllByText(text)[0]).toBeInTheDocument()
  }
})

test.each([
  ['numbers', ['Main lines']],
  ['sales', []],
] as const)('a customer’s port orders are links only for users who may open them: %s', (section, links) => {
  const orders = { count: 1, rows: [{ id: 'p1', name: 'Main lines', state: 'submitted', foc_date: null }] }
  const records: CustomerRecords = {
    account: null,
    orders,
    devices: null,
    opportunities: null,
    numbers: null,
    stock: null,
    invoices: null,
  }
  grant(section, 'view')
  open(<CustomerLists records={records} tenantId={null} />)
  expect(linked()).toEqual(links)
  expect(screen.getByText('Main lines')).toBeInTheDocument()
})
