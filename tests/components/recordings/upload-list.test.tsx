import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { UploadList } from '@/components/recordings/upload-list'
import type { UploadItem } from '@/hooks/use-recordings'

test('an upload is announced as it changes its state, and not at every percent', () => {
  const file = new File(['x'], 'greeting.wav')
  const item = (key: string, share: number): UploadItem => ({
    key,
    file,
    attempt: { id: key },
    state: 'sending',
    share,
  })
  render(<UploadList items={[item('a', 0.37), item('b', 1)]} onRetry={vi.fn()} onDismiss={vi.fn()} />)
  expect(screen.getByText('37%')).toHaveAttribute('aria-hidden', 'true')
  const [sending, checking] = screen.getAllByRole('status')
  expect(sending).toHaveTextContent(/^37%$/)
  expect(sending?.childElementCount).toBe(1)
  expect(checking).toHaveTextContent('Checking…')
})
