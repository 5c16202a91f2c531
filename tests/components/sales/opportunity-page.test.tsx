import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { OpportunityPage } from '@/components/sales/opportunity-page'
import type { Section } from '@/lib/session/permissions'
import { grant } from '../fake-member'
import { open, openOver } from '../records/fake-backend'

const page = vi.hoisted(() => {
  const opportunity = { id: 'o1', company_id: 'c1', company_name: 'Harbor Lane Dental', name: 'Ten seats' }
  const details = { opportunity: { ...opportunity, status: 'lead', amount: 0, probability: 10 } }
  return { ...details, contact: null, items: [], numbers: [], portOrders: [], tenantId: null }
})
const quote = vi.hoisted(() => ({
  ...{ id: 'q1', opportunity_id: 'o1', number: 'Q-0042', version: 1, revision: 1, status: 'draft' },
  ...{ lines: [], subject: '', quoted_on: '2026-03-01', valid_until: '2026-03-31' },
  ...{ issuer: '', sender: '', recipient: '', terms: '', sent_to: '', decline_reason: '' },
}))
const address = vi.hoisted(() => ({ id: 'o1' }))
vi.mock('next/router', () => ({ useRouter: () => ({ query: address }) }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/hooks/use-opportunity', () => ({
  useOpportunity: (id: string) => ({ data: { ...page, opportunity: { ...page.opportunity, id } } }),
  useOpportunityHistory: () => ({ data: undefined }),
  useQuotes: () => ({ data: [quote] }),
  useUsualTerms: () => ({ data: '' }),
}))
vi.mock('@/components/common/activity-list', () => ({ ActivityList: () => null }))
vi.mock('@/components/common/live-records', () => ({ LiveRecords: () => null }))
vi.mock('@/components/notes/notes-card', () => ({ NotesCard: () => null }))
vi.mock('@/components/notes/tasks-card', () => ({ TasksCard: () => null }))
vi.mock('@/components/sales/set-up-card', () => ({ SetUpCard: () => null }))

test.each<[Section, string]>([
  ['customers', '/customers/c1'],
  ['sales', '/app/sales/companies?record=c1'],
])('an opportunity leads to its company, with %s to %s', (section, path) => {
  grant(section, 'view')
  open(<OpportunityPage />)
  expect(screen.getByRole('link', { name: 'Harbor Lane Dental' })).toHaveAttribute('href', path)
})

test('the heading of a quote takes the focus, and what opened the quote gets it back', async () => {
  grant('sales', 'view')
  const { user } = open(<OpportunityPage />)
  const opener = screen.getByRole('button', { name: /Q-0042/ })
  opener.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByText(/^Quote Q-0042/)).toHaveFocus())
  screen.getByRole('button', { name: 'Back' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: /Q-0042/ })).toHaveFocus())
})

test('a quote that its address opens leaves the focus at the start of the page, and takes it when opened again', async () => {
  grant('sales', 'view')
  const { user } = open(<OpportunityPage />, '?quote=q1')
  expect(await screen.findByText(/^Quote Q-0042/)).not.toHaveFocus()
  expect(document.body).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await user.click(await screen.findByRole('button', { name: /Q-0042/ }))
  await waitFor(() => expect(screen.getByText(/^Quote Q-0042/)).toHaveFocus())
})

test('an open dialog does not go on with the opportunity that Back leads to', async () => {
  grant('sales', 'view', 'edit')
  const { user, reload } = openOver('o2', (id) => {
    address.id = id
    return <OpportunityPage />
  })
  await user.click(screen.getByRole('button', { name: 'Add numbers' }))
  expect(await screen.findByRole('dialog', { name: 'Add numbers to port' })).toBeInTheDocument()
  reload('o1')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
