import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useRef, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'

function Page({ dismissable = true }: { dismissable?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rename</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Rename tenant"
        description="Everyone sees the new name at once."
        dismissable={dismissable}
        zIndex={49999}
        footer={<Button>Save</Button>}
      >
        <FormRow label="Name">
          <Input />
        </FormRow>
      </Dialog>
    </>
  )
}

async function openDialog() {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Rename' }))
  return user
}

test('a dialog has a title and description, and hides the page behind it', async () => {
  render(<Page />)
  await openDialog()
  const dialog = screen.getByRole('dialog', { name: 'Rename tenant' })
  expect(dialog).toHaveAccessibleDescription('Everyone sees the new name at once.')
  expect(screen.queryByRole('button', { name: 'Rename' })).not.toBeInTheDocument()
})

function FocusingField() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return <input ref={field} aria-label="MAC address" />
}

test('focus returns to what opened a dialog whose content takes it by itself', async () => {
  function Scanning() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <Button onClick={() => setOpen(true)}>Scan</Button>
        {open ? (
          <Dialog open onOpenChange={setOpen} title="Scan a phone">
            <FocusingField />
          </Dialog>
        ) : null}
      </>
    )
  }
  render(<Scanning />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Scan' }))
  expect(screen.getByLabelText('MAC address')).toHaveFocus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Scan' })).toHaveFocus())
})

function LateForm({ resolved = false }: { resolved?: boolean }) {
  return (
    <Dialog open onOpenChange={() => {}} title="New phone" footer={<Button>Cancel</Button>}>
      {resolved ? (
        <FormRow label="MAC address">
          <Input />
        </FormRow>
      ) : (
        <p>Loading</p>
      )}
    </Dialog>
  )
}

test('focus moves to the first field of a form that loads late', async () => {
  const { rerender } = render(<LateForm />)
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
  rerender(<LateForm resolved />)
  await waitFor(() => expect(screen.getByLabelText('MAC address')).toHaveFocus())
})

test('focus stays where the user moved it while the form was loading', async () => {
  const { rerender } = render(<LateForm />)
  await userEvent.tab()
  const cancel = screen.getByRole('button', { name: 'Cancel' })
  expect(cancel).toHaveFocus()
  rerender(<LateForm resolved />)
  await waitFor(() => expect(screen.getByLabelText('MAC address')).toBeVisible())
  expect(cancel).toHaveFocus()
})

test('focus goes to the first field and stays inside', async () => {
  render(<Page />)
  const user = await openDialog()
  const name = screen.getByLabelText('Name')
  const save = screen.getByRole('button', { name: 'Save' })
  const close = screen.getByRole('button', { name: 'Close' })
  expect(name).toHaveFocus()
  await user.tab()
  expect(save).toHaveFocus()
  await user.tab()
  expect(close).toHaveFocus()
  await user.tab({ shift: true })
  expect(save).toHaveFocus()
})

test.each(['{Escape}', 'Close'])('%s closes the dialog and returns the focus', async (way) => {
  render(<Page />)
  const user = await openDialog()
  if (way === 'Close') await user.click(screen.getByRole('button', { name: 'Close' }))
  else await user.keyboard(way)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Rename' })).toHaveFocus())
})

test('a press on the backdrop closes the dialog, but not the second press of the double click that opened it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  render(<Page />)
  const user = await openDialog()
  const backdrop = document.querySelector('[data-backdrop]') as HTMLElement
  await user.click(backdrop)
  expect(screen.getByRole('dialog')).toBeInTheDocument()
  vi.advanceTimersByTime(500)
  await user.click(backdrop)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a dialog that must not be dismissed ignores Escape and the close button', async () => {
  render(<Page dismissable={false} />)
  const user = await openDialog()
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Close' })).toBeDisabled()
})

test('a dialog is layered at the given z-index', async () => {
  render(<Page />)
  await openDialog()
  expect(screen.getByRole('dialog').parentElement).toHaveStyle({ zIndex: '50000' })
})

function Vanishing() {
  const [step, setStep] = useState<'closed' | 'open' | 'done'>('closed')
  return (
    <main tabIndex={-1}>
      {step === 'done' ? null : <Button onClick={() => setStep('open')}>Make the first</Button>}
      <Dialog open={step === 'open'} onOpenChange={() => setStep('done')} title="New phone">
        <Button onClick={() => setStep('done')}>Create</Button>
      </Dialog>
    </main>
  )
}

function LoadingPage() {
  const [shown, setShown] = useState<'page' | 'loading' | 'form'>('page')
  const dialog = { open: true, onOpenChange: () => setShown('page') }
  return (
    <main tabIndex={-1}>
      <Button onClick={() => setShown('loading')}>Open</Button>
      {shown === 'loading' ? (
        <Dialog key="loading" {...dialog} title="A phone">
          <Button onClick={() => setShown('form')}>Arrive</Button>
        </Dialog>
      ) : null}
      {shown === 'form' ? (
        <Dialog key="form" {...dialog} title="Reception">
          <Input aria-label="Label" />
        </Dialog>
      ) : null}
    </main>
  )
}

test('focus returns to the opener after one dialog replaced another', async () => {
  render(<LoadingPage />)
  const user = userEvent.setup()
  const opener = screen.getByRole('button', { name: 'Open' })
  await user.click(opener)
  await user.click(await screen.findByRole('button', { name: 'Arrive' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Label' })).toHaveFocus())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(opener).toHaveFocus())
})

test('focus stays in the page if the opener has disappeared', async () => {
  const user = userEvent.setup()
  render(<Vanishing />)
  await user.click(screen.getByRole('button', { name: 'Make the first' }))
  const main = document.querySelector('main') as HTMLElement
  const focus = vi.spyOn(main, 'focus')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(main).toHaveFocus())
  // On a phone the page would jump to the beginning of its main part.
  expect(focus).toHaveBeenCalledWith({ preventScroll: true })
})

test('focus stays in the dialog below a question whose answer removes the button that asked it', async () => {
  function Connecting() {
    const [isSet, setIsSet] = useState(true)
    const [asking, setAsking] = useState(false)
    return (
      <>
        <main tabIndex={-1}>
          <a href="/switches">Switches</a>
        </main>
        <Dialog open onOpenChange={() => {}} title="Connect">
          <Button>Renew</Button>
          {isSet ? <Button onClick={() => setAsking(true)}>Revoke</Button> : null}
          <Dialog open={asking} onOpenChange={setAsking} title="Revoke it?" role="alertdialog">
            <Button
              onClick={() => {
                setIsSet(false)
                setAsking(false)
              }}
            >
              Yes
            </Button>
          </Dialog>
        </Dialog>
      </>
    )
  }
  const user = userEvent.setup()
  render(<Connecting />)
  await user.click(screen.getByRole('button', { name: 'Revoke' }))
  await user.click(await screen.findByRole('button', { name: 'Yes' }))
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Connect' })).toHaveFocus())
  await user.tab()
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
})
