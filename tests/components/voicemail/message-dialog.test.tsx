import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { MessageDialog } from '@/components/voicemail/message-dialog'
import { notify } from '@/lib/browser/notify'
import { grant } from '../fake-member'
import { answer, openDialog, tableOf, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/session/session-store', () => ({ currentUser: () => ({ id: 'ada' }) }))
const download = vi.hoisted(() => vi.fn())
vi.mock('@/hooks/use-stored-file', () => ({ useFileDownload: () => ({ download, pending: false }) }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('telephony', 'edit')

const ID = '5b8022fb-1fd7-4d51-81ae-3b153fb4fd35'
const message = {
  id: ID,
  version: 1,
  tenant_id: TENANT.id,
  account: '1001',
  extension_id: 'e1',
  from_number: '+12125550147',
  from_name: 'Ada',
  left_at: '2026-11-23T15:00:00Z',
  seconds: 12,
  path: null,
  heard: false,
}

beforeEach(() => {
  backend.from.mockReset().mockImplementation(() => tableOf(() => answer(message)))
  backend.rpc.mockReset().mockResolvedValue(answer(null))
})

test('a message that is marked after it was closed does not close the next one', async () => {
  const marked = Promise.withResolvers<unknown>()
  backend.rpc.mockImplementation(async (name: string) =>
    name === 'mark_voicemail' ? marked.promise : answer(null),
  )
  const { user, onClose } = openDialog((close) => <MessageDialog id={ID} onClose={close} />)
  await user.click(await screen.findByRole('button', { name: 'Mark as heard' }))
  await user.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await act(async () => marked.resolve(answer(null)))
  await waitFor(() => expect(notify).toHaveBeenCalledWith('success', 'The message is marked as heard.'))
  expect(onClose).toHaveBeenCalledOnce()
})

test('a message is saved under the time at which it was left at the tenant', async () => {
  const left = { ...message, left_at: '2026-11-30T01:12:00Z', path: 'a.wav', peaks: [], duration_ms: 12_000 }
  backend.from.mockImplementation(() => tableOf(() => answer(left)))
  const { user } = openDialog((close) => <MessageDialog id={ID} onClose={close} />)
  await user.click(await screen.findByRole('button', { name: 'Download' }))
  await waitFor(() =>
    expect(download).toHaveBeenCalledWith(expect.anything(), 'message 2026-11-29T20-12.wav'),
  )
})
