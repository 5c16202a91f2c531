import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { MinuteInput } from '@/components/time-conditions/minute-input'

function Field() {
  const [minute, setMinute] = useState<number | null>(null)
  return <MinuteInput aria-label="Time" value={minute} onChange={setMinute} />
}

test.each([
  ['13:30', '13:30', '1:30 PM'],
  ['1:30 PM', '13:30', '1:30 PM'],
  ['8am', '08:00', '8:00 AM'],
])('a time is taken as typed: %s', async (typed, shown, clock) => {
  render(<Field />)
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Time'), typed)
  await user.tab()
  expect(screen.getByLabelText('Time')).toHaveValue(shown)
  expect(screen.getByText(clock)).toBeVisible()
})

test('what is no time says why, to whoever is led to its box, too', async () => {
  render(<Field />)
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Time'), '25:00')
  await user.tab()
  expect(screen.getByLabelText('Time')).toBeInvalid()
  expect(screen.getByLabelText('Time')).toHaveAccessibleDescription(screen.getByRole('alert').textContent)
})
