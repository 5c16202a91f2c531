import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FaxDialog } from '@/components/faxes/fax-dialog'
import { grant } from '../fake-member'
import { answer, open, refusal, tableOf, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
const download = vi.hoisted(() => vi.fn())
vi.mock('@/hooks/use-stored-file', () => ({ useFileDownload: () => ({ download, pending: false }) }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('telephony', 'view')

const FAX = {
  id: '5b8022fb-1fd7-4d51-81ae-3b153fb4fd35',
  tenant_id: TENANT.id,
  box: '3700 Front office',
  from_number: '+12085550142',
  from_station: 'Ada',
  received_at: '2026-11-23T15:00:00Z',
  pages: 40,
  path: `${TENANT.id}/fax.pdf`,
  problem: null,
}

async function show(mails: readonly object[], given: Partial<Record<keyof typeof FAX, unknown>> = {}) {
  backend.from.mockImplementation((table) =>
    tableOf(() => answer(table === 'mails' ? mails : { ...FAX, ...given })),
  )
  open(<FaxDialog id={FAX.id} onClose={() => undefined} />)
  return screen.findByRole('dialog', { name: 'Fax for 3700 Front office' })
}

test('a fax says to whom it was emailed, and why not, with a link to each email', async () => {
  const dialog = await show([
    { id: 'sent', recipient: 'anna@customer.example', state: 'sent', problem: null },
    { id: 'failed', recipient: 'ben@customer.example', state: 'failed', problem: '552 Message too big' },
  ])
  const [anna, ben] = await within(dialog).findAllByRole('listitem')
  expect(anna).toHaveTextContent('anna@customer.exampleSent')
  expect(ben).toHaveTextContent('ben@customer.exampleNot sent552 Message too big')
  expect(within(ben as HTMLElement).getByRole('link')).toHaveAttribute(
    'href',
    `/app/tenants/${TENANT.id}/mails?record=failed`,
  )
})

test('a fax that nobody was emailed says so', async () => {
  const dialog = await show([])
  expect(await within(dialog).findByText('Nobody in the last 90 days')).toBeVisible()
})

test('a fax whose emails cannot be read says why', async () => {
  backend.from.mockImplementation((table) =>
    tableOf(() =>
      table === 'mails' ? refusal('42501', 'Your role does not show these emails.') : answer(FAX),
    ),
  )
  open(<FaxDialog id={FAX.id} onClose={() => undefined} />)
  expect(await screen.findByText('Your role does not show these emails.')).toBeVisible()
})

test('a fax without a page is emailed to nobody', async () => {
  const dialog = await show([], { path: null, pages: 0, problem: 'The line broke off.' })
  expect(dialog).toHaveTextContent('No pages received')
  expect(dialog).not.toHaveTextContent('Emailed to')
})

test('a fax is saved under the time at which it came in at the tenant', async () => {
  const dialog = await show([], { received_at: '2026-11-30T01:12:00Z' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Download' }))
  expect(download).toHaveBeenCalledWith(expect.anything(), 'fax 2026-11-29T20-12.pdf')
})
