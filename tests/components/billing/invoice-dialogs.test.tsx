import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { InvoiceDialogs } from '@/components/billing/invoice-dialogs'
import type { Invoice } from '@/lib/billing/invoices'
import { open } from '../records/fake-backend'

vi.mock('@/hooks/use-user', () => ({ useUser: () => ({ id: 'u1' }) }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))

const invoice = { id: 'i1', tenant_id: 't1', number: '2026-00012', period_start: '2026-07-01' } as Invoice

test.each(['void', 'remove'] as const)(
  'the question before it says which run charges the calls again: %s',
  async (action) => {
    open(<InvoiceDialogs action={action} invoice={invoice} onClose={vi.fn()} onRemoved={vi.fn()} />)
    expect(await screen.findByRole(action === 'void' ? 'dialog' : 'alertdialog')).toHaveTextContent(
      'The calls of June 2026 are charged when billing is run for July 2026 again. Everything else is due with the next draft.',
    )
  },
)
