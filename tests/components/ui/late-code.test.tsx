import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import dynamic from 'next/dynamic'
import { type ComponentType, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lateDialog, latePart } from '@/components/ui/late-code'
import { preloadCode } from '@/lib/browser/preload-code'

type FormProps = { onClose: () => void }
const Form = ({ onClose }: FormProps) => (
  <div role="dialog" aria-label="New device">
    <button type="button" onClick={onClose}>
      Cancel
    </button>
  </div>
)

// jsdom has no modal dialogs.
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
    this.querySelector('button')?.focus()
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})
afterEach(() => vi.useRealTimers())

/** A page whose button opens the form, and how often its code was asked for. */
function page(load: () => Promise<ComponentType<FormProps>>) {
  const asked = vi.fn(load)
  const Late = lateDialog(dynamic(asked))
  function Page() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {open ? <Late onClose={() => setOpen(false)} /> : null}
      </>
    )
  }
  return { asked, Late, Page }
}

test('a dialog whose code cannot be loaded says so, can be closed, and opens when trying again succeeds', async () => {
  let connected = false
  const { Page } = page(() =>
    connected ? Promise.resolve(Form) : Promise.reject(new Error('no connection')),
  )
  const user = userEvent.setup()
  render(<Page />)
  const open = () => user.click(screen.getByRole('button', { name: 'Open' }))
  await open()
  const failure = await screen.findByRole('alertdialog', {
    name: 'This could not be loaded',
  })
  expect(failure).toHaveTextContent('Check your connection and try again, or reload the page.')
  await user.keyboard('{Escape}')
  expect(failure).not.toBeInTheDocument()
  await open()
  const shown = await screen.findByRole<HTMLDialogElement>('alertdialog')
  // As a phone's Back closes it.
  shown.close()
  fireEvent(shown, new Event('close'))
  expect(shown).not.toBeInTheDocument()
  await open()
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await open()
  const again = await screen.findByRole('button', { name: 'Try again' })
  connected = true
  await user.click(again)
  expect(await screen.findByRole('dialog', { name: 'New device' })).toBeVisible()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.queryByRole('status')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('code that could not be loaded ahead is asked for again when its dialog opens', async () => {
  let connected = false
  const { Page, Late, asked } = page(() =>
    connected ? Promise.resolve(Form) : Promise.reject(new Error('gone')),
  )
  await expect(preloadCode(Late)).rejects.toThrow('gone')
  connected = true
  render(<Page />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByRole('dialog', { name: 'New device' })).toBeVisible()
  expect(asked).toHaveBeenCalledTimes(2)
})

test('a wait for a dialog is shown once it is longer than a moment', async () => {
  vi.useFakeTimers()
  const code = Promise.withResolvers<ComponentType<FormProps>>()
  const { Late } = page(() => code.promise)
  render(<Late onClose={() => undefined} />)
  expect(screen.queryByRole('status')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(screen.getByRole('status')).toHaveTextContent('Loading…')
  await act(async () => code.resolve(Form))
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.getByRole('dialog', { name: 'New device' })).toBeVisible()
})

test('a part of a page whose code cannot be loaded offers to try again in its place', async () => {
  let connected = false
  const Chart = () => <p>Calls by hour</p>
  const load = async () => {
    if (!connected) throw new Error('no connection')
    return Chart
  }
  const Part = dynamic(load, { loading: latePart(<p>Placeholder</p>) })
  render(<Part />)
  expect(screen.getByText('Placeholder')).toBeVisible()
  expect(await screen.findByRole('alert')).toHaveTextContent('This could not be loaded')
  connected = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Calls by hour')).toBeVisible()
})
