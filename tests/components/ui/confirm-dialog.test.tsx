import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from '@/components/ui/button'
import { ConfirmDialog, type ConfirmDialogProps } from '@/components/ui/confirm-dialog'
import { RequestFailure } from '@/lib/errors'

function Page(props: Partial<ConfirmDialogProps>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete</Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete this tenant?"
        confirmLabel="Delete tenant"
        onConfirm={() => {}}
        {...props}
      >
        This cannot be undone.
      </ConfirmDialog>
    </>
  )
}

async function ask() {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  return user
}

test('a dialog without a word to type focuses the safe answer', async () => {
  const confirm = vi.fn()
  render(<Page onConfirm={confirm} />)
  const user = await ask()
  expect(screen.getByRole('alertdialog', { name: 'Delete this tenant?' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  expect(confirm).not.toHaveBeenCalled()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus())
})

test('a word to type must match exactly before anything happens', async () => {
  const confirm = vi.fn()
  render(<Page typeToConfirm="harbor-light" onConfirm={confirm} />)
  const user = await ask()
  const word = screen.getByLabelText('Type harbor-light to confirm')
  const button = screen.getByRole('button', { name: 'Delete tenant' })
  expect(word).toHaveFocus()
  await user.type(word, 'harbor{Enter}')
  expect(button).toBeDisabled()
  expect(confirm).not.toHaveBeenCalled()

  await user.type(word, '-light')
  expect(button).toBeEnabled()
  await user.keyboard('{Enter}')
  expect(confirm).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

test('a dialog in progress cannot be confirmed twice or closed; a failure is shown and can be retried', async () => {
  let fail: (reason: Error) => void = () => {}
  const confirm = vi.fn(
    () =>
      new Promise<void>((_, reject) => {
        fail = reject
      }),
  )
  render(<Page onConfirm={confirm} />)
  const user = await ask()
  const button = screen.getByRole('button', { name: 'Delete tenant' })
  await user.click(button)
  await user.click(button)
  await user.keyboard('{Escape}')
  expect(confirm).toHaveBeenCalledOnce()
  expect(screen.getByRole('alertdialog')).toBeInTheDocument()

  fail(new RequestFailure('It still has numbers.', 409))
  expect(await screen.findByRole('alert')).toHaveTextContent('It still has numbers.')
  await user.click(button)
  expect(confirm).toHaveBeenCalledTimes(2)
  fail(new Error('Loading chunk 812 failed.'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong.')
})

test('a dialog opened again has forgotten the word and the failure', async () => {
  const refuse = () => Promise.reject(new RequestFailure('It still has numbers.', 409))
  render(<Page typeToConfirm="harbor-light" onConfirm={refuse} />)
  const user = await ask()
  await user.type(screen.getByLabelText(/to confirm/), 'harbor-light{Enter}')
  await screen.findByRole('alert')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(screen.getByLabelText(/to confirm/)).toHaveValue('')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('a question asked inside a form does not submit that form', async () => {
  const [submit, confirm] = [vi.fn(), vi.fn()]
  render(
    <form onSubmit={submit}>
      <Page onConfirm={confirm} />
    </form>,
  )
  const user = await ask()
  await user.click(screen.getByRole('button', { name: 'Delete tenant' }))
  expect(confirm).toHaveBeenCalledOnce()
  expect(submit).not.toHaveBeenCalled()
})
