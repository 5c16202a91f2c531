import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { InvoiceDocument } from '@/components/billing/invoice-document'
import type { Invoice, InvoiceLine } from '@/lib/billing/invoices'

vi.mock('@/hooks/use-member', () => import('../fake-member'))

const invoice = {
  id: 'i',
  tenant_id: 't',
  status: 'issued',
  number: '2026-00042',
  currency: 'USD',
  bill_to: 'Harbor Lane Dental',
  issuer: 'Granite Voice\n1 Ledge Road\nBarre, VT 05641',
  payment_instructions: 'By check to the address above.',
  note: '',
  period_start: '2026-03-01',
  issued_on: '2026-03-01',
  due_on: '2026-03-31',
  terms_days: 30,
  total: 60,
  paid: 20,
  voided_at: null,
  void_reason: '',
} as Invoice

const seat = {
  id: 'a',
  kind: 'recurring',
  description: 'Hosted seat',
  service_from: '2026-03-16',
  service_to: '2026-03-31',
  quantity: 3,
  unit_price: 22,
  amount: 34.06,
  tax_jurisdiction: null,
  tax_percent: null,
  taxed: null,
} as InvoiceLine
const goodwill = {
  ...seat,
  id: 'b',
  kind: 'adjustment',
  description: 'Goodwill',
  service_from: null,
  service_to: null,
  unit_price: null,
  amount: -6,
} as InvoiceLine

const show = (given: Partial<Invoice>, onRemoveLine?: (line: InvoiceLine) => void) =>
  render(
    <InvoiceDocument
      invoice={{ ...invoice, ...given }}
      lines={[seat, goodwill]}
      onRemoveLine={onRemoveLine}
    />,
  )

describe('an invoice', () => {
  test('shows the recipient, the number and the dates', () => {
    show({})
    const document = screen.getByRole('article', { name: 'Invoice 2026-00042' })
    for (const text of ['Harbor Lane Dental', 'March 2026', 'Mar 1, 2026', 'Mar 31, 2026']) {
      expect(within(document).getByText(text)).toBeVisible()
    }
  })

  test('shows who sends it and how to pay; without a company profile, only the product’s name', () => {
    const { rerender } = show({})
    expect(screen.getByText('Granite Voice')).toBeVisible()
    expect(screen.getByText(/1 Ledge Road/)).toHaveTextContent('1 Ledge Road Barre, VT 05641')
    expect(screen.getByRole('heading', { name: 'How to pay' }).nextSibling).toHaveTextContent('By check')
    const plain = { ...invoice, issuer: '', payment_instructions: '' }
    rerender(<InvoiceDocument invoice={plain} lines={[seat]} onRemoveLine={undefined} />)
    expect(screen.getByText('Trunkline')).toBeVisible()
    expect(screen.queryByText('How to pay')).not.toBeInTheDocument()
  })

  test('lists its lines with their dates, and the amount due', () => {
    show({})
    const rows = screen.getAllByRole('row')
    expect(rows[1]).toHaveTextContent('Hosted seatMar 16, 2026 – Mar 31, 2026')
    expect(rows[1]).toHaveTextContent('$34.06')
    expect(rows[2]).toHaveTextContent('-$6.00')
    expect(screen.getByText('Amount due').nextSibling).toHaveTextContent('$40.00')
  })

  test('that is void shows since when and why, and no amount due', () => {
    // Still March 5 in New York.
    show({ status: 'void', voided_at: '2026-03-06T04:30:00Z', void_reason: 'Wrong company' })
    expect(screen.getByText('Void since Mar 5, 2026: Wrong company')).toBeVisible()
    expect(screen.queryByText('Amount due')).not.toBeInTheDocument()
  })

  test('counts the calls of a line, which has no quantity column on a phone', () => {
    const calls = {
      ...seat,
      kind: 'usage',
      description: 'Calls within the US',
      unit_price: null,
    } as InvoiceLine
    const lines = [
      { ...calls, id: 'c', quantity: 1 },
      { ...calls, id: 'd', quantity: 1240 },
    ]
    render(<InvoiceDocument invoice={invoice} lines={lines} onRemoveLine={undefined} />)
    expect(screen.getByText('1 call')).toBeInTheDocument()
    expect(screen.getByText('1,240 calls')).toBeInTheDocument()
  })

  test('in draft shows its terms, and lets only adjustments be removed', async () => {
    const remove = vi.fn()
    show({ status: 'draft', number: null, issued_on: null, due_on: null }, remove)
    expect(screen.getByText('Net 30')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Remove Goodwill' }))
    expect(remove).toHaveBeenCalledExactlyOnceWith(goodwill)
    expect(screen.getAllByRole('button')).toHaveLength(1)
  })
})
