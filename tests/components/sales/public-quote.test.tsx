import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { PublicQuotePage } from '@/components/quotes/public-quote-page'
import type { PublicQuote } from '@/lib/sales/public-quote'

vi.mock('next/router', () => ({ useRouter: () => ({ query: { key: 'k1' } }) }))

const quote: PublicQuote = {
  number: 'Q-2026-00001',
  revision: 1,
  state: 'sent',
  quoted_on: '2026-03-05',
  valid_until: '2026-04-04',
  issuer: 'Granite Voice\n1 Ledge Road',
  sender: '',
  recipient: '',
  terms: '',
  lines: [],
  opportunity: 'Second oven',
  company: 'Old Mill Bakery',
}
const refused = () => Response.json({ message: 'This quote was answered before.' }, { status: 409 })
let stored: () => Response

beforeEach(() => {
  stored = () => Response.json(quote)
  vi.stubGlobal('fetch', async (_path: string, asked?: RequestInit) =>
    asked?.method === 'POST' ? refused() : stored(),
  )
})

async function accept() {
  const user = userEvent.setup()
  render(<PublicQuotePage />)
  await user.type(await screen.findByRole('textbox', { name: 'Your name' }), 'Pat')
  return () => user.click(screen.getByRole('button', { name: 'Accept' }))
}

test('a quote that was answered from another window is shown as answered, without the form', async () => {
  const confirm = await accept()
  stored = () => Response.json({ ...quote, state: 'declined' })
  await confirm()
  expect(await screen.findByText('This quote was declined.')).toBeVisible()
  expect(screen.getByRole('article')).toHaveTextContent('Declined')
  expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument()
})

test('an answer that is refused while the quote is pending says why, and can be repeated', async () => {
  const confirm = await accept()
  await confirm()
  expect(await screen.findByText('This quote was answered before.')).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Your name' })).toHaveValue('Pat')
  expect(screen.getByRole('button', { name: 'Accept' })).toBeEnabled()
})
