import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FormDialog } from '@/components/common/form-dialog'
import { RequestFailure } from '@/lib/errors'

function show(given: { dirty?: boolean; onSave?: () => Promise<boolean> }) {
  const onClose = vi.fn()
  const onSave = given.onSave ?? vi.fn(async () => true)
  render(
    <FormDialog
      title="Set its end"
      submitLabel="Set end"
      dirty={given.dirty ?? false}
      onSave={onSave}
      onClose={onClose}
    >
      <input aria-label="Last day" />
    </FormDialog>,
  )
  return { onClose, onSave }
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Set end' }))

test('closes once it is saved', async () => {
  const { onClose, onSave } = show({})
  await submit()
  expect(onSave).toHaveBeenCalledOnce()
  expect(onClose).toHaveBeenCalledOnce()
})

test('stays open when a field is refused, and says why when the save fails', async () => {
  const onSave = vi
    .fn(async () => false)
    .mockRejectedValueOnce(new RequestFailure('The draft has changed.', 409))
  const { onClose } = show({ onSave })
  await submit()
  expect(await screen.findByRole('alert')).toHaveTextContent('The draft has changed.')
  await submit()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(onClose).not.toHaveBeenCalled()
})

test('loses nothing that was typed by Escape, and everything by Cancel', async () => {
  const { onClose } = show({ dirty: true })
  await userEvent.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
})
