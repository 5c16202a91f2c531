import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { InvoiceDialogs } from '@/components/billing/invoice-dialogs'
import type { Invoice, InvoiceLine } from '@/lib/billing/invoices'
import { open } from '../records/fake-backend'

vi.mock('@/hooks/use-user', () => ({ useUser: () => ({ id: 'u1' }) }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))

const invoice = { id: 'i1', tenant_id: 't1', number: '2026-00012', period_start: '2026-07-01' } as Invoice

const seats = { id: 'l1', kind: 'recurring' } as InvoiceLine
const calls = { id: 'l2', kind: 'usage' } as InvoiceLine

async function questionBefore(action: 'void' | 'remove', lines: readonly InvoiceLine[]) {
  open(
    <InvoiceDialogs action={action} invoice={invoice} lines={lines} onClose={vi.fn()} onRemoved={vi.fn()} />,
  )
  return screen.findByRole(action === 'void' ? 'dialog' : 'alertdialog')
}

test.each(['void', 'remove'] as const)(
  'the question before it says which run charges the calls again: %s',
  async (action) => {
    expect(await questionBefore(action, [seats, calls])).toHaveTextContent(
      'The calls of June 2026 are charged when billing is run for July 2026 again. Everything else is due with the next draft.',
    )
  },
)

test.each(['void', 'remove'] as const)(
  'the question before it says nothing of calls that the invoice does not charge: %s',
  async (action) => {
    const question = await questionBefore(action, [seats])
    expect(question).toHaveTextContent('Everything else is due with the next draft.')
    expect(question).not.toHaveTextContent('calls')
  },
)
