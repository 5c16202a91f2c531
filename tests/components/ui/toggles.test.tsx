import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Checkbox } from '@/components/ui/checkbox'
import { Switch } from '@/components/ui/switch'

test('a checkbox is toggled by its label and described by its hint', async () => {
  const user = userEvent.setup()
  render(<Checkbox label="Invite by mail" hint="They choose their own password." />)
  const box = screen.getByRole('checkbox', { name: 'Invite by mail' })
  expect(box).toHaveAccessibleDescription('They choose their own password.')
  await user.click(screen.getByText('Invite by mail'))
  expect(box).toBeChecked()
})

test('an indeterminate checkbox is neither on nor off, and forwards its ref', () => {
  const ref = vi.fn()
  render(<Checkbox label="All sections" indeterminate ref={ref} />)
  const box = screen.getByRole('checkbox')
  expect(box).toBePartiallyChecked()
  expect(ref).toHaveBeenCalledWith(box)
})

test('a switch is toggled by the space bar', async () => {
  const user = userEvent.setup()
  render(<Switch label="Record calls" />)
  const control = screen.getByRole('switch', { name: 'Record calls' })
  await user.tab()
  expect(control).toHaveFocus()
  await user.keyboard(' ')
  expect(control).toBeChecked()
})
