import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Copy } from 'lucide-react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { LinkButton } from '@/components/ui/link-button'

test('a button does not submit its form unless told to', async () => {
  const submit = vi.fn((event: React.FormEvent) => event.preventDefault())
  const user = userEvent.setup()
  render(
    <form onSubmit={submit}>
      <Button>Look up</Button>
      <Button type="submit">Save</Button>
    </form>,
  )
  await user.click(screen.getByRole('button', { name: 'Look up' }))
  expect(submit).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(submit).toHaveBeenCalledOnce()
})

test('a loading button keeps its name and focus, and ignores clicks and Enter', async () => {
  const submit = vi.fn((event: React.FormEvent) => event.preventDefault())
  const click = vi.fn()
  const user = userEvent.setup()
  render(
    <form onSubmit={submit}>
      <input aria-label="Name" />
      <Button type="submit" loading onClick={click}>
        Save
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  expect(button).toHaveAttribute('aria-busy', 'true')
  await user.click(button)
  expect(button).toHaveFocus()
  await user.type(screen.getByLabelText('Name'), 'x{Enter}')
  expect(click).not.toHaveBeenCalled()
  expect(submit).not.toHaveBeenCalled()
})

test('an icon button is named by its label, shown as a tooltip on keyboard focus until Escape', async () => {
  const user = userEvent.setup()
  render(<IconButton label="Copy number" icon={Copy} />)
  const button = screen.getByRole('button', { name: 'Copy number' })
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()

  await user.tab()
  expect(button).toHaveFocus()
  expect(screen.getByRole('tooltip')).toHaveTextContent('Copy number')
  expect(button).not.toHaveAccessibleDescription()

  await user.keyboard('{Escape}')
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  expect(button).toHaveFocus()
})

test('a button that comes under the resting pointer, because a press removed another, shows no tooltip until the pointer moves', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  render(
    <>
      <IconButton label="Remove 1001" icon={Copy} />
      <IconButton label="Remove 1002" icon={Copy} />
    </>,
  )
  const [first, second] = screen.getAllByRole('button') as [HTMLElement, HTMLElement]
  const at = { clientX: 10, clientY: 20, pointerType: 'mouse' }
  const wait = () => act(() => void vi.advanceTimersByTime(1000))
  fireEvent.pointerEnter(first, at)
  wait()
  expect(screen.getByRole('tooltip')).toHaveTextContent('Remove 1001')
  fireEvent.pointerDown(first, at)
  fireEvent.pointerEnter(second, at)
  wait()
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  fireEvent.pointerLeave(second, at)
  fireEvent.pointerEnter(second, { ...at, clientX: 11 })
  wait()
  expect(screen.getByRole('tooltip')).toHaveTextContent('Remove 1002')
})

test('a link styled as a button is a link', () => {
  render(<LinkButton href="/app/tenants">Tenants</LinkButton>)
  expect(screen.getByRole('link', { name: 'Tenants' })).toHaveAttribute('href', '/app/tenants')
})
