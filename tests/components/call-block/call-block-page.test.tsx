import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CallBlockPage } from '@/components/call-block/call-block-page'
import { blockPath } from '@/lib/cdr/call-text'
import { ACTIONS } from '@/lib/session/permissions'
import { grant } from '../fake-member'
import { answer, open, tableOf, TENANT } from '../records/fake-backend'

const rpc = vi.hoisted(() => vi.fn())
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ rpc, from: () => tableOf(() => answer([])) }),
}))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/hooks/use-followed-list', () => ({ useFollowedList: () => undefined }))
vi.mock('@/lib/session/session-store', () => ({
  currentUser: () => ({ id: 'ada' }),
  subscribeToUser: () => () => undefined,
}))
vi.mock('next/router', async (actual) => ({
  ...(await actual<object>()),
  useRouter: () => ({ query: {} }),
}))
grant('telephony', ...ACTIONS)

test('a call’s number is only in the rule that was begun from it, and the list shows all directions', async () => {
  rpc.mockResolvedValue(answer([]))
  const [, address = ''] = blockPath(TENANT.id, 'inbound', '+12025550163').split('?')
  const { user } = open(<CallBlockPage />, `?${address}`)
  const dialog = await screen.findByRole('dialog', { name: 'New block rule' })
  expect(await within(dialog).findByRole('textbox', { name: /Number/ })).toHaveValue('+12025550163')
  const listed = rpc.mock.calls.find(([name]) => name === 'record_page')
  expect(JSON.stringify(listed)).not.toContain('inbound')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await user.click(screen.getAllByRole('button', { name: /New block rule/ })[0] as HTMLElement)
  const next = await screen.findByRole('dialog', { name: 'New block rule' })
  expect(await within(next).findByRole('textbox', { name: /Number/ })).toHaveValue('')
})

test('a rule shows how many calls it has blocked, and when the last one was', async () => {
  const rule = {
    direction: 'inbound',
    match: 'exact',
    action: 'reject',
    extension: null,
    expires_at: null,
    enabled: true,
  }
  const rules = [
    {
      ...rule,
      id: 'busy',
      number: '+12025550163',
      name: 'Robocall',
      hits: 31,
      last_hit_at: '2026-02-03T14:00:00Z',
    },
    {
      ...rule,
      id: 'idle',
      number: '+12025550177',
      name: 'Vendor',
      hits: 0,
      last_hit_at: null,
      expires_at: '2031-06-30T00:00:00Z',
    },
  ]
  rpc.mockImplementation(async (name: string) => answer(name === 'record_page' ? rules : []))
  open(<CallBlockPage />)
  const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))
  const last = (await row('Robocall')).getByRole('time')
  expect(last).toHaveAttribute('datetime', '2026-02-03T14:00:00Z')
  expect((await row('Robocall')).getByRole('cell', { name: '31' })).toBeInTheDocument()
  expect((await row('Vendor')).getAllByRole('cell', { name: 'Never' })).toHaveLength(1)
  // June 30 in UTC.
  expect((await row('Vendor')).getByRole('cell', { name: 'Jun 29, 2031' })).toBeInTheDocument()
})
