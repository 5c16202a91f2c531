import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { Input } from '@/components/ui/input'

function Seats({ onSave }: { onSave: (values: object) => void }) {
  const { register, handleSubmit } = useForm({ defaultValues: { seats: '', name: '' } })
  return (
    <form onSubmit={handleSubmit(onSave)}>
      <Input aria-label="Seats" inputMode="numeric" {...register('seats')} />
      <Input aria-label="Name" {...register('name')} />
      <button type="submit">Save</button>
    </form>
  )
}

test('full-width digits pasted into a box for digits are plain ones, and stay as they are elsewhere', async () => {
  const saved: object[] = []
  render(<Seats onSave={(values) => saved.push(values)} />)
  const user = userEvent.setup()
  for (const [name, text] of [
    ['Seats', '５５'],
    ['Name', 'ビル５'],
  ] as const) {
    await user.click(screen.getByRole('textbox', { name }))
    await user.paste(text)
  }
  expect(screen.getByRole('textbox', { name: 'Seats' })).toHaveValue('55')
  await user.click(screen.getByRole('button'))
  expect(saved).toEqual([{ seats: '55', name: 'ビル５' }])
})
