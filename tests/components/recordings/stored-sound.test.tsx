import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { StoredSound } from '@/components/recordings/stored-sound'
import { NETWORK_FAILURE } from '@/lib/errors'
import { open } from '../records/fake-backend'

const storage = vi.hoisted(() => ({ createSignedUrl: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ storage: { from: () => storage } }),
}))
vi.mock('@/components/recordings/player', () => ({ Player: () => <p>The player</p> }))

const show = () =>
  open(
    <StoredSound
      file={{ bucket: 'recordings', path: 'a/one.wav' }}
      peaks={[10]}
      durationMs={1000}
      name="the message"
    />,
  )

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
})
