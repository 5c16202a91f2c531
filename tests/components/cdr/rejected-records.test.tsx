import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { RejectedRecords } from '@/components/cdr/rejected-records'
import { listRejected, loadRejectedBody, type RejectedRecord } from '@/lib/cdr/call-list'
import { grant } from '../fake-member'

vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/lib/cdr/call-list', { spy: true })

const record: RejectedRecord = {
  id: '1b8022fb-1fd7-4d51-81ae-3b153fb4fd35',
  tenant_id: 't1',
  domain: 'harbor.pbx.example',
  call_uuid: null,
  reason: 'The record has no end time.',
  deliveries: 1,
  created_at: '2026-01-14T14:12:30+00:00',
}

const open = () =>
  render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false, dedupingInterval: 0 }}>
      <RejectedRecords tenantId="t1" />
    </SWRConfig>,
  )

beforeEach(() => grant('telephony', 'view', 'edit'))

describe('the rejected records', () => {
  test('say how many there are when not all are shown, and only those shown are tried again', async () => {
    vi.mocked(listRejected).mockResolvedValue({ records: [record], total: 1_234 })
    open()
    expect(await screen.findByText(/^1 of 1,234 records/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Try these 1 again' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Try all again' })).toBeNull()
  })

  test('say nothing of others when all are shown', async () => {
    vi.mocked(listRejected).mockResolvedValue({ records: [record], total: 1 })
    open()
    expect(await screen.findByRole('button', { name: 'Try all again' })).toBeVisible()
    expect(screen.queryByText(/ of 1 record/)).toBeNull()
  })

  test('say which of them are not kept', async () => {
    vi.mocked(listRejected).mockResolvedValue({ records: [record], total: 1 })
    open()
    expect(await screen.findByText(/unknown tenants are deleted after 90 days/)).toBeVisible()
    expect(screen.queryByText(/Nothing is lost/)).toBeNull()
  })

  test('are loaded as received once one is opened', async () => {
    vi.mocked(listRejected).mockResolvedValue({ records: [record], total: 1 })
    vi.mocked(loadRejectedBody).mockResolvedValue('{"variables":1}')
    open()
    const row = await screen.findByRole('row', { name: /no end time/ })
    expect(loadRejectedBody).not.toHaveBeenCalled()
    await userEvent.setup().click(within(row).getByRole('button', { name: /^Show/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Rejected record' })
    expect(await within(dialog).findByText(/"variables": 1/)).toBeVisible()
    expect(loadRejectedBody).toHaveBeenCalledExactlyOnceWith({}, 't1', record.id)
  })
  test('are named before one is discarded', async () => {
    grant('telephony', 'view', 'edit', 'delete')
    vi.mocked(listRejected).mockResolvedValue({ records: [record], total: 1 })
    open()
    const row = await screen.findByRole('row', { name: /no end time/ })
    const received = within(row).getAllByRole('time')[0]?.textContent
    await userEvent.setup().click(within(row).getByRole('button', { name: /^Discard/ }))
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      `It was received at ${received} for harbor.pbx.example.`,
    )
  })
})
