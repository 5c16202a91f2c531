import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { InvoiceActions } from '@/components/billing/invoice-actions'
import type { Invoice } from '@/lib/billing/invoices'
import type { Permission } from '@/lib/session/permissions'
import { answer, open } from '../records/fake-backend'

const rpc = vi.hoisted(() => vi.fn())
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ rpc }) }))

const draft = {
  id: 'i1',
  tenant_id: 't1',
  status: 'draft',
  number: null,
  period_start: '2026-07-01',
} as Invoice
const show = (...permissions: Permission[]) =>
  open(<InvoiceActions invoice={draft} lines={[]} permissions={new Set(permissions)} onAction={vi.fn()} />)

test.each(['billing.create', 'billing.edit'] as const)(
  'a draft is refreshed with %s alone, as a refused issue asks for',
  async (right) => {
    rpc.mockReset().mockResolvedValue(answer('i1'))
    const { user } = show('billing.view', right)
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await vi.waitFor(() =>
      expect(rpc).toHaveBeenCalledExactlyOnceWith('run_billing_cycle', {
        tenant: 't1',
        period_start: '2026-07-01',
        even_empty: false,
      }),
    )
  },
)

test('a draft is not refreshed by those who only see it', () => {
  show('billing.view')
  expect(screen.queryByRole('button', { name: 'Refresh' })).not.toBeInTheDocument()
})
