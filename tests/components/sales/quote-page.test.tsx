import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { QuotePage } from '@/components/sales/quote-page'
import type { OpportunityDetails } from '@/lib/sales/opportunity'
import type { Quote } from '@/lib/sales/quotes'
import { answer, open, tableOf } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ quotes: [] as unknown[] }))
vi.mock('next/router', () => ({ useRouter: () => ({ query: {}, events: { on() {}, off() {} } }) }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/session/session-store', () => ({
  currentUser: () => ({ id: 'ada' }),
  subscribeToUser: () => () => {},
}))
vi.mock('@/hooks/use-user', () => ({ useUser: () => ({ id: 'ada' }) }))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ from: () => tableOf(() => answer(backend.quotes)) }),
}))

const details = {
  opportunity: { id: 'o1', name: 'Second oven', company_name: 'Old Mill Bakery' },
  items: [],
  contact: null,
} as unknown as OpportunityDetails
const version = (revision: number, status: string) =>
  ({
    ...{ id: `q${revision}`, version: 1, number: 'Q-1', revision, status, lines: [], subject: 'Second oven' },
    ...{
      quoted_on: '2026-03-05',
      valid_until: '2999-04-04',
      issuer: '',
      sender: '',
      recipient: '',
      terms: '',
    },
  }) as unknown as Quote

beforeEach(() => {
  window.localStorage.clear()
})

async function show(...quotes: Quote[]) {
  backend.quotes = quotes
  open(<QuotePage id="q1" details={details} headingRef={null} mayEdit onClose={() => {}} />)
  await screen.findByRole('article')
  const names = screen.getAllByRole('button').map((button) => button.textContent)
  return names.filter((name) => name?.startsWith('Mark as'))
}

test.each(['declined', 'accepted', 'replaced'])(
  'the answer to a %s quote is final once a newer version was sent, and the page says where to record it',
  async (status) => {
    expect(await show(version(3, 'draft'), version(2, 'sent'), version(1, status))).toEqual([])
    expect(screen.getByText(/A newer version was sent: Q-1 version 2\./)).toBeVisible()
  },
)

test('a draft says that it is no offer, also when it is printed', async () => {
  await show(version(1, 'draft'))
  expect(screen.getByRole('article')).toHaveTextContent('Draft, not yet an offer')
  expect(screen.getByRole('article')).toHaveAttribute('data-print')
})

test('an answer can be corrected while the newer version is a draft', async () => {
  expect(await show(version(2, 'draft'), version(1, 'declined'))).toEqual(['Mark as accepted'])
  expect(screen.queryByText(/A newer version was sent/)).not.toBeInTheDocument()
})
