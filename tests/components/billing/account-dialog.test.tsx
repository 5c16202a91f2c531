import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AccountDialog } from '@/components/billing/account-dialog'
import { answer, open, TENANT, tableOf } from '../records/fake-backend'

vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ rpc: async () => answer([]), from: () => tableOf(() => answer([])) }),
}))

test.each([
  [false, 'Fixed once an invoice has been issued.'],
  [true, 'Fixed, because an invoice has been issued.'],
])('the currency of an account can be changed until an invoice has been issued', (currency_fixed, told) => {
  const account = {
    version: 1,
    currency: 'USD' as const,
    currency_fixed,
    terms_days: 30 as const,
    rate_plan_id: null,
    tax_jurisdiction_id: null,
    tax_exemption: '',
  }
  open(<AccountDialog tenantId={TENANT.id} account={account} onClose={vi.fn()} />)
  const currency = screen.getByRole('combobox', { name: 'Currency' })
  if (currency_fixed) expect(currency).toBeDisabled()
  else expect(currency).toBeEnabled()
  expect(currency).toHaveAccessibleDescription(told)
})
