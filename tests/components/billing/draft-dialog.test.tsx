import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DraftDialog } from '@/components/billing/draft-dialog'
import { monthStart } from '@/lib/dates/day'
import { monthLabel } from '@/lib/dates/format'
import { answer, open, TENANT } from '../records/fake-backend'

const rpc = vi.hoisted(() => vi.fn())
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({ rpc }) }))

test('a billing run whose answer was lost says so with its month, and runs the same month again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  rpc
    .mockResolvedValueOnce({ data: null, error: { message: 'TypeError: fetch failed' }, status: 0 })
    .mockResolvedValue({ data: 'invoice-1', error: null, status: 200 })
  const [onDrafted, onClose] = [vi.fn(), vi.fn()]
  const { user } = open(<DraftDialog tenantId={TENANT.id} onClose={onClose} onDrafted={onDrafted} />)
  const month = screen.getByRole('combobox', { name: 'Month' })
  const period = within(month).getAllByRole<HTMLOptionElement>('option').at(-1)?.value ?? ''
  await user.selectOptions(month, period)
  await user.click(screen.getByRole('button', { name: 'Draft invoice' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The server cannot be reached.')
  expect(month).toHaveValue(period)
  expect(onClose).not.toHaveBeenCalled()

  await user.click(screen.getByRole('button', { name: 'Draft invoice' }))
  await waitFor(() => expect(onDrafted).toHaveBeenCalledExactlyOnceWith('invoice-1'))
  const run = ['run_billing_cycle', { tenant: TENANT.id, period_start: period, even_empty: false }]
  expect(rpc.mock.calls).toEqual([run, run])
})

test('a month without anything due is drafted without lines once that is asked for', async () => {
  rpc.mockReset().mockResolvedValueOnce(answer(null)).mockResolvedValue(answer('invoice-1'))
  const [onDrafted, onClose] = [vi.fn(), vi.fn()]
  const { user } = open(<DraftDialog tenantId={TENANT.id} onClose={onClose} onDrafted={onDrafted} />)
  const month = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Month' })
  const period = month.value
  await user.click(screen.getByRole('button', { name: 'Draft invoice' }))
  expect(await screen.findByText(`Nothing is due for ${monthLabel(period)}.`, { exact: false })).toBeVisible()
  expect([onDrafted.mock.calls, onClose.mock.calls]).toEqual([[], []])

  await user.selectOptions(month, monthStart(period, -1))
  expect(screen.getByRole('button', { name: 'Draft invoice' })).toBeVisible()
  await user.selectOptions(month, period)
  await user.click(screen.getByRole('button', { name: 'Draft without lines' }))
  await waitFor(() => expect(onDrafted).toHaveBeenCalledExactlyOnceWith('invoice-1'))
  const run = { tenant: TENANT.id, period_start: period }
  expect(rpc.mock.calls.map(([, asked]) => asked)).toEqual([
    { ...run, even_empty: false },
    { ...run, even_empty: true },
  ])
})

test('billing can be run for the month after each one that Usage shows', () => {
  open(<DraftDialog tenantId={TENANT.id} onClose={() => undefined} onDrafted={() => undefined} />)
  const options = within(screen.getByRole('combobox', { name: 'Month' })).getAllByRole<HTMLOptionElement>(
    'option',
  )
  const now = options.find(({ selected }) => selected)?.value ?? ''
  expect(options.map(({ value }) => value)).toEqual(
    [1, 0, -1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11].map((count) => monthStart(now, count)),
  )
})
