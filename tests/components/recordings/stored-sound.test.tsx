import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { StoredSound } from '@/components/recordings/stored-sound'
import { NETWORK_FAILURE } from '@/lib/errors'
import type { StoredFile } from '@/lib/recordings/stored-file'
import { open } from '../records/fake-backend'

const storage = vi.hoisted(() => ({ createSignedUrl: vi.fn() }))
const rpc = vi.hoisted(() => vi.fn())
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ rpc, storage: { from: () => storage } }),
}))
vi.mock('@/components/recordings/player', () => ({ Player: () => <p>The player</p> }))

const show = (file: StoredFile = { bucket: 'recordings', path: 'a/one.wav' }) =>
  open(<StoredSound file={file} peaks={[10]} durationMs={1000} name="the message" />)

beforeEach(() => {
  storage.createSignedUrl.mockReset().mockResolvedValue({ data: { signedUrl: '/one' }, error: null })
})

test('a recording that could not be opened for want of a connection can be tried again', async () => {
  const error = new Error('Failed to fetch')
  storage.createSignedUrl.mockResolvedValueOnce({ data: null, error })
  const { user } = show()
  expect(await screen.findByText(NETWORK_FAILURE)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The player')).toBeVisible()
})

test('a recording without a file says so', async () => {
  storage.createSignedUrl.mockResolvedValue({
    data: null,
    error: Object.assign(new Error('Object not found'), { status: 400, statusCode: '404' }),
  })
  show()
  expect(await screen.findByText(/missing from storage/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})

test('a message that the server refuses to open is not called missing', async () => {
  const error = { code: '55P03', message: 'canceling statement due to lock timeout' }
  rpc.mockResolvedValueOnce({ data: null, error, status: 500 })
  rpc.mockResolvedValue({ data: null, error: null, status: 204 })
  const message = { id: 'm1', tenantId: 't1' }
  const { user } = show({ bucket: 'voicemail', path: 'a/one.wav', message })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The player')).toBeVisible()
})
