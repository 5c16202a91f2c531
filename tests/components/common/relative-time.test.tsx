import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Moment } from '@/components/common/relative-time'
import { formatDateTime } from '@/lib/dates/format'

test('a moment says how long ago it was, and exactly when under the pointer', async () => {
  const at = new Date(Date.now() - 3.5 * 3_600_000).toISOString()
  render(<Moment at={at} />)
  const shown = screen.getByText('3 hours ago')
  expect(shown).toHaveAttribute('datetime', at)
  await userEvent.hover(shown)
  expect(shown).toHaveAttribute('title', formatDateTime(at))
})
