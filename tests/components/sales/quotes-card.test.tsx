import { screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { QuotesCard } from '@/components/sales/quotes-card'
import type { OpportunityDetails } from '@/lib/sales/opportunity'
import type { Quote } from '@/lib/sales/quotes'
import { open } from '../records/fake-backend'

const quotes = vi.hoisted(() => vi.fn<() => Quote[]>())
vi.mock('@/hooks/use-opportunity', () => ({
  useQuotes: () => ({ data: quotes() }),
  useUsualTerms: () => ({ data: '' }),
}))

const quote = {
  id: 'q1',
  opportunity_id: 'o1',
  number: 'Q-0042',
  revision: 1,
  status: 'accepted',
  quoted_on: '2026-03-01',
  valid_until: '2026-03-31',
  lines: [],
  sent_to: '',
  emailed_at: null,
  sent_at: '2026-03-01T15:00:00Z',
  decided_at: '2026-03-05T15:00:00Z',
  decided_by: '',
  decline_reason: '',
} as unknown as Quote
const details = { opportunity: { id: 'o1' }, items: [] } as unknown as OpportunityDetails

test.each([
  [{ decided_by: 'Ann Reyes' }, 'Answered by Ann Reyes on Mar 5, 2026, by the link'],
  [{}, 'Answer recorded on Mar 5, 2026'],
])('a quote says on which day it was answered, and by whom: %o', (given, text) => {
  quotes.mockReturnValue([{ ...quote, ...given }])
  open(<QuotesCard details={details} mayEdit onOpen={() => {}} />)
  expect(screen.getByRole('listitem')).toHaveTextContent(text)
})

test('a quote says when a mail server took it, or that none has', () => {
  const sent_to = 'ann@acme.example'
  quotes.mockReturnValue([
    { ...quote, sent_to, emailed_at: '2026-03-20T15:00:00Z' },
    { ...quote, id: 'q2', status: 'sent', sent_to },
  ])
  open(<QuotesCard details={details} mayEdit onOpen={() => {}} />)
  const [taken, refused] = screen.getAllByRole('listitem')
  expect(taken).toHaveTextContent('Emailed to ann@acme.example,')
  expect(taken?.querySelector('time')).toHaveAttribute('datetime', '2026-03-20T15:00:00Z')
  expect(refused).toHaveTextContent(
    'No mail server has taken the email to ann@acme.example yet. Send it again, so that the customer has a link that works.',
  )
  expect(refused).not.toHaveTextContent('Emailed')
})

test('the server sends the day of an answer in UTC, with which every browser begins', () => {
  quotes.mockReturnValue([{ ...quote, decided_by: 'Ann Reyes' }])
  const sent = renderToString(<QuotesCard details={details} mayEdit onOpen={() => {}} />)
  expect(sent).toContain('<time dateTime="2026-03-05T15:00:00Z">Mar 5, 2026</time>')
})

test('a quote that was replaced has no answer', () => {
  quotes.mockReturnValue([{ ...quote, status: 'replaced', decided_at: null }])
  open(<QuotesCard details={details} mayEdit onOpen={() => {}} />)
  expect(screen.getByRole('button', { name: /Q-0042/ })).toBeVisible()
  expect(screen.queryByText(/Answer/)).not.toBeInTheDocument()
})
