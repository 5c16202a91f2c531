import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { MoneyReport } from '@/components/reports/money-report'
import type { BusinessReport } from '@/lib/reports/reports'

const dialog = vi.hoisted(() => ({ asked: vi.fn() }))
vi.mock('@/components/reports/invoices-dialog', () => ({
  InvoicesDialog: ({ asked }: { asked: unknown }) => void dialog.asked(asked),
}))

const month = { month: '2026-11', invoices: 2, tax: 0, invoiced: 16_872.51, paid: 10_612.42 }

function report(currencies: readonly string[], customers: BusinessReport['customers'] = []) {
  render(
    <MoneyReport
      report={{
        revenue: currencies.map((currency) => ({ ...month, currency })),
        customers,
        taxes: [],
        not_invoiced: [],
        voided: [],
        recurring: [],
        aging: [],
        pipeline: [],
        seats: [],
        ports: [],
        numbers: [],
        stock: [],
      }}
      span={{ from: '2026-11-01', until: '2026-11-30' }}
      mayExport
    />,
  )
}

test('the axis of revenue is in its currency, like its table', () => {
  report(['USD'])
  expect(screen.getByText('$20,000')).toBeInTheDocument()
  expect(screen.getByText('USD')).toBeInTheDocument()
})

test('the axis of revenue in several currencies shows plain figures and names them', () => {
  report(['USD', 'CAD'])
  expect(screen.getByText('20,000')).toBeInTheDocument()
  expect(screen.getByText('USD, CAD')).toBeInTheDocument()
})

test.each([
  ['12-3456789', true],
  ['', true],
  [null, false],
])('the tax id %o of a customer is a column only where it may be seen', (tax_id, shown) => {
  const customer = { id: 't1', name: 'Harbor Dental', currency: 'USD', invoices: 2, invoiced: 40, paid: 0 }
  report(['USD'], [{ ...customer, tax_id }])
  expect(screen.getByRole('button', { name: 'Harbor Dental' })).toBeInTheDocument()
  expect(screen.queryAllByRole('columnheader', { name: 'Tax ID' })).toHaveLength(shown ? 1 : 0)
})

test('a row of one currency opens the invoices of that currency', async () => {
  report(['USD', 'CAD'])
  const [, canadian] = screen.getAllByRole('button', { name: 'Nov 2026' })
  await userEvent.click(canadian as HTMLElement)
  expect(dialog.asked).toHaveBeenLastCalledWith(expect.objectContaining({ currency: 'CAD', tenant: null }))
})
