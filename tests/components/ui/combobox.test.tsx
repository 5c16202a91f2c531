import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { Combobox } from '@/components/ui/combobox'
import type { ComboboxOption } from '@/components/ui/combobox-option'

beforeAll(() => import('@/components/ui/combobox-panel'))

const OPTIONS: ComboboxOption[] = [
  { value: 'closed', label: '1000 Closed', disabled: true },
  { value: 'reception', label: '1001 Reception' },
  { value: 'billing', label: '1002 Billing' },
]

/** Opens a list whose options are still on their way. */
async function openEarly() {
  const onSelect = vi.fn()
  const onNew = vi.fn()
  const box = (options?: ComboboxOption[]) => (
    <Combobox
      aria-label="Calls go to"
      value={null}
      text="Nowhere"
      searchLabel="Number or name"
      options={options}
      onSelect={onSelect}
      actions={() =>
        ['New extension…', 'New queue…'].map((label) => ({ label, onSelect: () => onNew(label) }))
      }
    />
  )
  const user = userEvent.setup()
  const { rerender } = render(box())
  await user.click(screen.getByRole('combobox', { name: 'Calls go to' }))
  await screen.findByRole('option', { name: 'New extension…', selected: true })
  return { user, onSelect, onNew, arrive: () => rerender(box(OPTIONS)) }
}

test('Enter chooses the first option that can be chosen, although the options arrived after the typing', async () => {
  const { user, onSelect, onNew, arrive } = await openEarly()
  await user.keyboard('100')
  arrive()
  expect(await screen.findByRole('option', { name: '1001 Reception', selected: true })).toBeInTheDocument()
  await user.keyboard('{Enter}')
  expect(onSelect).toHaveBeenCalledExactlyOnceWith('reception')
  expect(onNew).not.toHaveBeenCalled()
})

test('an action that was moved to stays highlighted when the options arrive', async () => {
  const { user, onSelect, onNew, arrive } = await openEarly()
  await user.keyboard('{ArrowDown}')
  arrive()
  expect(await screen.findByRole('option', { name: '1001 Reception' })).toBeInTheDocument()
  await user.keyboard('{Enter}')
  expect(onNew).toHaveBeenCalledExactlyOnceWith('New queue…')
  expect(onSelect).not.toHaveBeenCalled()
})

test('a list that could not be loaded says why, and is loaded again when that is asked', async () => {
  const retry = vi.fn(async () => undefined)
  render(
    <Combobox
      aria-label="Calls go to"
      value={null}
      text="Nowhere"
      searchLabel="Number or name"
      options={undefined}
      failure="Your role cannot see recordings."
      retry={retry}
      onSelect={vi.fn()}
    />,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('combobox', { name: 'Calls go to' }))
  expect(await screen.findByText('Your role cannot see recordings.')).toBeVisible()
  expect(screen.queryByText('Loading…')).toBeNull()
  await user.click(screen.getByRole('option', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledOnce()
})

test('all matches can be added at once only where all of them are known', async () => {
  const box = (more: boolean) => (
    <Combobox
      aria-label="Add a member"
      value={null}
      text="Nobody"
      searchLabel="Number or name"
      options={OPTIONS}
      more={more}
      onSelect={vi.fn()}
      onSelectAll={vi.fn()}
    />
  )
  const { rerender } = render(box(false))
  await userEvent.click(screen.getByRole('combobox', { name: 'Add a member' }))
  expect(await screen.findByRole('option', { name: 'Add all 3' })).toBeInTheDocument()
  rerender(box(true))
  expect(screen.queryByRole('option', { name: /^Add all/ })).not.toBeInTheDocument()
  expect(screen.getByText('Many more. Type to find them.')).toBeInTheDocument()
})
