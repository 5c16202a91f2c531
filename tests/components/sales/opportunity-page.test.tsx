import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { OpportunityPage } from '@/components/sales/opportunity-page'
import type { Section } from '@/lib/session/permissions'
import { grant } from '../fake-member'
import { open } from '../records/fake-backend'

const page = vi.hoisted(() => {
  const opportunity = { id: 'o1', company_id: 'c1', company_name: 'Harbor Lane Dental', name: 'Ten seats' }
  const details = { opportunity: { ...opportunity, status: 'lead', amount: 0, probability: 10 } }
  return { ...details, contact: null, items: [], numbers: [], portOrders: [], tenantId: null }
})
vi.mock('next/router', () => ({ useRouter: () => ({ query: { id: 'o1' } }) }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/hooks/use-opportunity', () => ({
  useOpportunity: () => ({ data: page }),
  useOpportunityHistory: () => ({ data: undefined }),
}))
vi.mock('@/components/common/activity-list', () => ({ ActivityList: () => null }))
vi.mock('@/components/common/live-records', () => ({ LiveRecords: () => null }))
vi.mock('@/components/notes/notes-card', () => ({ NotesCard: () => null }))
vi.mock('@/components/notes/tasks-card', () => ({ TasksCard: () => null }))
vi.mock('@/components/sales/numbers-card', () => ({ NumbersCard: () => null }))
vi.mock('@/components/sales/quotes-card', () => ({ QuotesCard: () => null }))
vi.mock('@/components/sales/set-up-card', () => ({ SetUpCard: () => null }))

test.each<[Section, string]>([
  ['customers', '/customers/c1'],
  ['sales', '/app/sales/companies?record=c1'],
])('an opportunity leads to its company, with %s to %s', (section, path) => {
  grant(section, 'view')
  open(<OpportunityPage />)
  expect(screen.getByRole('link', { name: 'Harbor Lane Dental' })).toHaveAttribute('href', path)
})
