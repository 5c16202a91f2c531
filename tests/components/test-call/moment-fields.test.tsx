import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MomentFields } from '@/components/test-call/moment-fields'

test('a moment is said to be in the tenant’s time zone, by its name', () => {
  render(
    <MomentFields zone="America/New_York" value="2026-11-23T09:00" error={undefined} onChange={vi.fn()} />,
  )
  expect(screen.getByLabelText('Date and time')).toHaveAccessibleDescription(
    'In the tenant’s time zone, America/New York.',
  )
})
