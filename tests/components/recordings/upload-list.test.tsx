import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { RecordingsPage } from '@/components/recordings/recordings-page'
import type { UploadItem } from '@/hooks/use-recordings'
import { open } from '../records/fake-backend'

const uploads = vi.hoisted(() => ({ items: [] as Partial<UploadItem>[] }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/hooks/use-recordings', async (original) => ({
  ...(await original()),
  useRecordingUploads: () => uploads,
}))
vi.mock('@/components/records/resource-page', () => ({
  ResourcePage: ({ above }: { above: ReactNode }) => above,
}))

test('an upload is announced as it changes its state, and not at every percent', () => {
  const file = new File(['x'], 'greeting.wav')
  uploads.items = [
    { key: 'a', file, state: 'sending', share: 0.37 },
    { key: 'b', file, state: 'sending', share: 1 },
  ]
  open(<RecordingsPage />)
  expect(screen.getByText('37%')).toBeVisible()
  const [sending, checking] = screen.getAllByRole('status')
  expect(sending?.querySelector(':scope > :not([aria-hidden])')).toBeNull()
  expect(sending?.childElementCount).toBe(1)
  expect(checking).toHaveTextContent('Checking…')
})
