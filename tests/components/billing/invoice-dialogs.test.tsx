import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { InvoiceDialogs } from '@/components/billing/invoice-dialogs'
import { keys } from '@/hooks/keys'
import { useQuery } from '@/hooks/use-query'
import type { Invoice, InvoiceLine } from '@/lib/billing/invoices'
import { answer, open, openOver, refusal, TENANT } from '../records/fake-backend'

vi.mock('@/hooks/use-user', () => ({ useUser: () => ({ id: 'u1' }) }))
const rpc = vi.hoisted(() => vi.fn())
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ rpc }) }))

const invoice = {
  ...{ id: 'i1', tenant_id: 't1', number: '2026-00012', period_start: '2026-07-01', issued_on: '2026-07-02' },
  note: '',
} as Invoice

const seats = { id: 'l1', kind: 'recurring' } as InvoiceLine
const calls = { id: 'l2', kind: 'usage' } as InvoiceLine
const credit = { id: 'l3', kind: 'adjustment' } as InvoiceLine

async function questionBefore(action: 'void' | 'remove', lines: readonly InvoiceLine[], note = '') {
  open(
    <InvoiceDialogs
      action={action}
      invoice={{ ...invoice, note }}
      lines={lines}
      onClose={vi.fn()}
      onRemoved={vi.fn()}
    />,
  )
  return screen.findByRole(action === 'void' ? 'dialog' : 'alertdialog')
}

test.each(['void', 'remove'] as const)(
  'the question before it says which run charges the calls again: %s',
  async (action) => {
    expect(await questionBefore(action, [seats, calls])).toHaveTextContent(
      'The calls of June 2026 are charged when billing is run for July 2026 again, at the rates of that day. Everything else is due with the next draft.',
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

test.each([
  ['Its adjustments are taken over', [seats, credit], ''],
  ['Its adjustments and its note are taken over', [seats, credit], 'Sorry'],
  ['Its note is taken over', [seats], 'Sorry'],
])(
  'the question before it is voided says which run takes what was added by hand: %s',
  async (taken, lines, note) => {
    expect(await questionBefore('void', lines, note)).toHaveTextContent(
      `${taken} when billing is run for July 2026 again. Everything else is due with the next draft.`,
    )
  },
)

test('the question before a draft is removed says which adjustments come back', async () => {
  expect(await questionBefore('remove', [seats, credit])).toHaveTextContent(
    'Adjustments and a note that were added to it are lost. Those taken over from a void invoice come back when billing is run for July 2026 again.',
  )
})

test('the question before it is voided says which month’s reports lose it', async () => {
  expect(await questionBefore('void', [seats])).toHaveTextContent(
    'Reports no longer count it in July 2026, when it was issued, but list it as voided today.',
  )
})

test('an invoice is issued as it was when its dialog opened, whatever becomes of the draft behind it', async () => {
  rpc.mockReset().mockResolvedValue(answer(null))
  const draft = {
    ...invoice,
    status: 'draft',
    number: null,
    currency: 'USD',
    total: 1200,
    version: 3,
  } as Invoice
  const { user, reload } = openOver(draft, (shown, close) => (
    <InvoiceDialogs action="issue" invoice={shown} lines={[]} onClose={close} onRemoved={vi.fn()} />
  ))
  reload({ ...draft, currency: 'EUR', version: 4 })
  expect(await screen.findByText('$1,200.00')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Issue invoice' }))
  await vi.waitFor(() => expect(rpc).toHaveBeenCalled())
  expect(rpc.mock.calls[0]).toEqual([
    'issue_invoice',
    { tenant: 't1', invoice: 'i1', expected_total: 1200, expected_version: 3 },
  ])
})

test('the page shows the draft as it is once the dialog of a refused issue is closed', async () => {
  rpc.mockReset().mockResolvedValue(refusal('TR412', 'Someone else has changed this draft.'))
  const stored = { ...invoice, status: 'draft', number: null, currency: 'USD', total: 1200, version: 3 }
  const { user } = open(<ShownInvoice load={async () => ({ ...stored }) as Invoice} />)
  await user.click(await screen.findByRole('button', { name: 'Issue version 3' }))
  stored.version = 4
  await user.click(await screen.findByRole('button', { name: 'Issue invoice' }))
  expect(await screen.findByText('Someone else has changed this draft.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))

  rpc.mockResolvedValue(answer(null))
  await user.click(await screen.findByRole('button', { name: 'Issue version 4' }))
  await user.click(await screen.findByRole('button', { name: 'Issue invoice' }))
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(rpc.mock.calls.map(([, asked]) => asked.expected_version)).toEqual([3, 4])
})

/** A page that shows an invoice as it was last read. */
function ShownInvoice({ load }: { load: () => Promise<Invoice> }) {
  const { data } = useQuery(keys.billing(TENANT.id, 'invoice'), load)
  const [asking, setAsking] = useState(false)
  return data ? (
    <>
      <button onClick={() => setAsking(true)}>Issue version {data.version}</button>
      {asking ? (
        <InvoiceDialogs
          action="issue"
          invoice={data}
          lines={[]}
          onClose={() => setAsking(false)}
          onRemoved={vi.fn()}
        />
      ) : null}
    </>
  ) : null
}

test('a note that someone else saves while its dialog is open is not overwritten', async () => {
  rpc.mockReset().mockResolvedValue(answer({ ...invoice, version: 3 }))
  const noted = { ...invoice, version: 1, note: '' }
  const { user, reload } = openOver(noted, (shown, close) => (
    <InvoiceDialogs action="note" invoice={shown} lines={[]} onClose={close} onRemoved={vi.fn()} />
  ))
  await user.type(await screen.findByLabelText('Note'), 'Thank you')
  reload({ ...noted, version: 2, note: 'Paid by check' })
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  await vi.waitFor(() => expect(rpc).toHaveBeenCalled())
  expect(rpc.mock.calls[0]?.[1]).toMatchObject({ expected_version: 1, record_values: { note: 'Thank you' } })
})
