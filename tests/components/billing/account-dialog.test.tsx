import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { AccountDialog } from '@/components/billing/account-dialog'
import { answer, open, openOver, refusal, tableOf, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), list: vi.fn(), upsert: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({
    rpc: backend.rpc,
    from: () => ({ ...tableOf(backend.list), upsert: backend.upsert }),
  }),
}))

const ACCOUNT = {
  version: 1,
  currency: 'USD' as const,
  currency_fixed: false,
  terms_days: null,
  customer_terms_days: null,
  rate_plan_id: null,
  rate_plan: null,
  tax_jurisdiction_id: null,
  tax: null,
  tax_percent: null,
  tax_exemption: '',
}

beforeEach(() => {
  backend.rpc.mockReset().mockResolvedValue(answer([]))
  backend.upsert.mockReset().mockReturnValue({ select: async () => answer([{ id: 'account' }]) })
  backend.list.mockReset().mockReturnValue(answer([]))
})

test.each([
  [false, 'Fixed once an invoice is issued or a payment recorded.'],
  [true, 'Fixed, because there is an issued invoice or credit.'],
])(
  'the currency of an account can be changed until an invoice is issued or a payment recorded',
  (currency_fixed, told) => {
    const account = { ...ACCOUNT, currency_fixed }
    open(<AccountDialog tenantId={TENANT.id} account={account} onClose={vi.fn()} />)
    const currency = screen.getByRole('combobox', { name: 'Currency' })
    if (currency_fixed) expect(currency).toBeDisabled()
    else expect(currency).toBeEnabled()
    expect(currency).toHaveAccessibleDescription(told)
  },
)

test('who changes the currency learns that what was sold keeps its figures', async () => {
  const { user } = open(<AccountDialog tenantId={TENANT.id} account={ACCOUNT} onClose={vi.fn()} />)
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'GBP')
  expect(screen.getByRole('status')).toHaveTextContent(
    'Subscriptions and adjustments keep their figures: 22.00 USD becomes 22.00 GBP.',
  )
})

test('the rate plan and the tax stay as they are when their lists cannot be loaded', async () => {
  const account = {
    ...ACCOUNT,
    rate_plan_id: 'plan',
    rate_plan: 'Flat rates',
    tax_jurisdiction_id: 'tax',
    tax: 'Sales tax, Wyoming',
    tax_percent: 4,
  }
  backend.rpc.mockResolvedValue(refusal('57014', 'canceling statement due to statement timeout'))
  backend.list.mockReturnValue(refusal('57014', 'canceling statement due to statement timeout'))
  const { user } = open(<AccountDialog tenantId={TENANT.id} account={account} onClose={vi.fn()} />)
  expect(await screen.findByText('The rate plans could not be loaded')).toBeInTheDocument()
  expect(screen.getByRole('combobox', { name: 'Rate plan' })).toHaveDisplayValue('Flat rates')
  expect(screen.getByRole('combobox', { name: 'Tax jurisdiction' })).toHaveDisplayValue(
    'Sales tax, Wyoming, 4%',
  )
  await user.selectOptions(screen.getByRole('combobox', { name: 'Terms' }), '15')
  await user.click(screen.getByRole('button', { name: 'Save account' }))
  await vi.waitFor(() => expect(backend.upsert).toHaveBeenCalled())
  expect(backend.upsert.mock.calls[0]?.[0]).toMatchObject({
    terms_days: 15,
    rate_plan_id: 'plan',
    tax_jurisdiction_id: 'tax',
  })
})

test('an account goes back to the customer’s terms', async () => {
  const account = { ...ACCOUNT, terms_days: 0, customer_terms_days: 15 }
  const { user } = open(<AccountDialog tenantId={TENANT.id} account={account} onClose={vi.fn()} />)
  const terms = screen.getByRole('combobox', { name: 'Terms' })
  expect(terms).toHaveDisplayValue('Due on receipt')
  await user.selectOptions(terms, 'The customer’s: Net 15')
  await user.click(screen.getByRole('button', { name: 'Save account' }))
  await vi.waitFor(() => expect(backend.upsert).toHaveBeenCalled())
  expect(backend.upsert.mock.calls[0]?.[0]).toMatchObject({ terms_days: null })
})

test('what someone else saves in an account while its dialog is open is not overwritten', async () => {
  const { user, reload } = openOver(ACCOUNT, (account, close) => (
    <AccountDialog tenantId={TENANT.id} account={account} onClose={close} />
  ))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Terms' }), '15')
  reload({ ...ACCOUNT, version: 2, tax_exemption: 'WY-204' })
  await user.click(screen.getByRole('button', { name: 'Save account' }))
  await vi.waitFor(() => expect(backend.upsert).toHaveBeenCalled())
  // The database takes only the version after the stored one, which is 3 by now.
  expect(backend.upsert.mock.calls[0]?.[0]).toMatchObject({ version: 2, terms_days: 15 })
})
