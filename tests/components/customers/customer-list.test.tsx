import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CustomerList } from '@/components/customers/customer-list'
import type { RecordRow } from '@/lib/records/field'
import { grant } from '../fake-member'
import { open } from '../records/fake-backend'

vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/hooks/use-live-records', () => ({ useLiveRecords: () => undefined }))
vi.mock('next/router', () => ({ useRouter: () => ({ query: {} }) }))
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
