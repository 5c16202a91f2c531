import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SendQuoteDialog } from '@/components/sales/send-quote-dialog'
import type { Quote } from '@/lib/sales/quotes'
import { answer, openDialog, tableOf } from '../records/fake-backend'

const update = vi.hoisted(() => vi.fn())
const postJson = vi.hoisted(() => vi.fn())
vi.mock('@/lib/fetcher', () => ({ postJson }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ from: () => ({ update }) }) }))
vi.mock('@/lib/session/session-store', () => ({ currentUser: () => ({ id: 'ada' }) }))

const quote = {
  ...{ id: 'q1', number: 'Q-1', revision: 1, version: 1, status: 'draft', valid_until: '2999-03-31' },
} as Quote

test('a quote that is marked as sent closes its dialog, and a refusal is shown there', async () => {
  update
    .mockReturnValueOnce(tableOf(() => answer([])))
    .mockReturnValueOnce(tableOf(() => answer([{ id: 'q1' }])))
  const { user, onClose } = openDialog((close) => (
    <SendQuoteDialog quote={quote} email={null} onClose={close} />
  ))
  await user.click(screen.getByRole('button', { name: 'Mark as sent without emailing' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Mark as sent without emailing' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('a quote that has expired says so before it is mailed again', () => {
  const expired = { ...quote, status: 'sent', valid_until: '2026-01-31' } as Quote
  openDialog((close) => <SendQuoteDialog quote={expired} email={null} onClose={close} />)
  expect(
    screen.getByText(/^It has expired: the customer can read it, but no longer accept it\./),
  ).toBeVisible()
})

test('an address that the server refuses is marked, and nothing is mailed', async () => {
  const { user } = openDialog((close) => <SendQuoteDialog quote={quote} email={null} onClose={close} />)
  const to = screen.getByRole('textbox', { name: /^To/ })
  await user.type(to, 'ada@acme.example,bob@acme.example')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(to).toHaveAccessibleDescription('Enter a valid email address.')
  expect(postJson).not.toHaveBeenCalled()
})

test('a draft whose last day is over is not sent', () => {
  const over = { ...quote, valid_until: '2026-01-31' } as Quote
  openDialog((close) => <SendQuoteDialog quote={over} email="buyer@customer.example" onClose={close} />)
  expect(
    screen.getByText('This draft is no longer valid. Change its dates before you send it.'),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Mark as sent without emailing' })).not.toBeInTheDocument()
})

test('a quote that is sent to another address says that the first one’s link ends', async () => {
  const sent = { ...quote, status: 'sent', valid_until: '2999-01-31', sent_to: 'a@acme.example' } as Quote
  const { user } = openDialog((close) => <SendQuoteDialog quote={sent} email={null} onClose={close} />)
  const ends = () => screen.queryByText('The link sent to a@acme.example stops working.')
  expect(ends()).toBeNull()
  const to = screen.getByRole('textbox', { name: /^To/ })
  await user.type(to, '{Backspace}E')
  expect(ends()).toBeNull()
  await user.type(to, 'x')
  expect(ends()).toBeVisible()
})
