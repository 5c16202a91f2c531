import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { QuoteDialog } from '@/components/sales/quote-dialog'
import type { OpportunityDetails } from '@/lib/sales/opportunity'
import type { Quote } from '@/lib/sales/quotes'
import { answer, openOver, tableOf } from '../records/fake-backend'

const update = vi.hoisted(() => vi.fn())
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ from: () => ({ update }) }) }))
vi.mock('@/lib/session/session-store', () => ({ currentUser: () => ({ id: 'ada' }) }))

const details = { opportunity: { id: 'o1' }, contact: null } as OpportunityDetails
const draft = {
  ...{ id: 'q1', version: 2, quoted_on: '2026-03-05', valid_until: '2026-04-04' },
  ...{ sender: 'Ada', recipient: 'Old Mill Bakery', terms: 'Net 30' },
} as Quote

beforeEach(() => {
  window.localStorage.clear()
})

test('what someone else saves in a quote while its dialog is open is not overwritten', async () => {
  update.mockReturnValue(tableOf(() => answer([{ id: 'q1' }])))
  const { user, reload } = openOver(draft, (quote, close) => (
    <QuoteDialog details={details} quote={quote} onClose={close} />
  ))
  await user.type(screen.getByLabelText('From'), ' Byron')
  reload({ ...draft, version: 3, terms: 'Net 15' })
  await user.click(screen.getByRole('button', { name: 'Save quote' }))
  // The database takes only the version after the stored one, which is 4 by now.
  await waitFor(() =>
    expect(update).toHaveBeenCalledWith(expect.objectContaining({ version: 3, sender: 'Ada Byron' })),
  )
})

test('a quote that ends before its date is refused in the words of its boxes', () => {
  openOver({ ...draft, valid_until: '2026-03-01' }, (quote, close) => (
    <QuoteDialog details={details} quote={quote} onClose={close} />
  ))
  expect(screen.getByLabelText(/^Valid until/)).toHaveAccessibleDescription(
    '“Valid until” is before the quote’s date.',
  )
})

test.each([
  ['Net 15.', 'Net 15.'],
  ['', 'Prices are in US dollars, without taxes. Monthly prices are billed ahead.'],
])(
  'the first quote is from the owner of its opportunity, with the terms of the company: %j',
  (terms, proposed) => {
    const opportunity = { ...details.opportunity, owner_name: 'Ben Ochoa' }
    openOver(null, (quote, close) => (
      <QuoteDialog details={{ ...details, opportunity }} quote={quote} terms={terms} onClose={close} />
    ))
    expect(screen.getByLabelText('From')).toHaveValue('Ben Ochoa')
    expect(screen.getByLabelText('Terms')).toHaveValue(proposed)
  },
)
