import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CustomerList } from '@/components/customers/customer-list'
import type { RecordRow } from '@/lib/records/field'
import { grant } from '../fake-member'
import { open } from '../records/fake-backend'

vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/hooks/use-live-records', () => ({ useLiveRecords: () => undefined }))
const query = vi.hoisted((): Record<string, string> => ({}))
vi.mock('next/router', () => ({ useRouter: () => ({ query }) }))
vi.mock('@/components/customers/overdue-invoices', () => ({ OverdueInvoices: () => null }))
/** The cells of one customer, who has a tenant. */
vi.mock('@/components/records/resource-page', () => ({
  ResourcePage: ({ cells }: { cells: { tenant: (row: Partial<RecordRow>) => React.ReactNode } }) =>
    cells.tenant({ domain_uuid: 't1' }),
}))

test.each([
  ['opens', 'tenants', 1],
  ['does not lead users who may not see it to', 'customers', 0],
] as const)('the list of customers %s their tenant', (_, section, links) => {
  grant(section, 'view')
  open(<CustomerList />)
  expect(screen.queryAllByRole('link', { name: 'Open' })).toHaveLength(links)
})

test.each([
  ['view', 'overdue', 1],
  // A filter of the customers, beside their others.
  ['overdue', 'true', 0],
] as const)('the customers’ page with %s=%s shows the overdue invoices instead: %i', (name, value, shown) => {
  query[name] = value
  onTestFinished(() => void delete query[name])
  grant('billing', 'view')
  open(<CustomerList />)
  expect(screen.queryAllByRole('heading', { name: 'Overdue invoices' })).toHaveLength(shown)
})
