import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { PasswordInput } from '@/components/ui/password-input'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'

const CONTROLS = [
  ['Input', <Input key="1" />],
  ['PasswordInput', <PasswordInput key="2" />],
  ['Select', <Select key="3" options={[{ value: 'a', label: 'A' }]} />],
  ['Textarea', <Textarea key="4" />],
] as const

test.each(CONTROLS)(
  'a form row labels its %s, and describes it with the error and the hint',
  (_, control) => {
    render(
      <FormRow label="MAC address" hint="12 hex digits" error="That is not a MAC address." required>
        {control}
      </FormRow>,
    )
    const field = screen.getByLabelText(/MAC address/)
    expect(field).toHaveAccessibleName('MAC address')
    expect(field).toHaveAccessibleDescription('That is not a MAC address. 12 hex digits')
    expect(field).toBeInvalid()
    expect(field).toBeRequired()
  },
)

test('a form row without a hint, error or requirement adds nothing to its control', () => {
  render(
    <FormRow label="Notes">
      <Input />
    </FormRow>,
  )
  const field = screen.getByLabelText('Notes')
  expect(field).not.toHaveAttribute('aria-describedby')
  expect(field).not.toHaveAttribute('aria-invalid')
  expect(field).not.toBeRequired()
})

test('the control’s own description is kept along with the row’s', () => {
  render(
    <>
      <FormRow label="Code" hint="Fixed once live.">
        <Input aria-describedby="more" />
      </FormRow>
      <p id="more">Lower case only.</p>
    </>,
  )
  expect(screen.getByLabelText('Code')).toHaveAccessibleDescription('Fixed once live. Lower case only.')
})

test('a hidden label still names the control', () => {
  render(
    <FormRow label="Search tenants" labelHidden>
      <Input />
    </FormRow>,
  )
  expect(screen.getByRole('textbox', { name: 'Search tenants' })).toBeInTheDocument()
})

test('a password can be shown and hidden without losing it or submitting the form', async () => {
  let submitted = 0
  const user = userEvent.setup()
  render(
    <form onSubmit={() => submitted++}>
      <FormRow label="Password">
        <PasswordInput />
      </FormRow>
    </form>,
  )
  const field = screen.getByLabelText('Password')
  const toggle = screen.getByRole('button', { name: 'Show password' })
  await user.type(field, 'correct horse')
  expect(field).toHaveAttribute('type', 'password')
  expect(toggle).toHaveAttribute('aria-pressed', 'false')

  await user.click(toggle)
  expect(field).toHaveAttribute('type', 'text')
  expect(toggle).toHaveAttribute('aria-pressed', 'true')

  await user.click(toggle)
  expect(field).toHaveAttribute('type', 'password')
  expect(field).toHaveValue('correct horse')
  expect(submitted).toBe(0)
})

test('a select offers its placeholder as the empty choice', async () => {
  const user = userEvent.setup()
  render(
    <FormRow label="Time zone">
      <Select placeholder="Choose a time zone" options={[{ value: 'America/Chicago', label: 'Central' }]} />
    </FormRow>,
  )
  const field = screen.getByRole('combobox', { name: 'Time zone' })
  expect(field).toHaveValue('')
  await user.selectOptions(field, 'Central')
  expect(field).toHaveValue('America/Chicago')
})
