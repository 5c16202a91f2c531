import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SearchProvider, useSearchOverlay } from '@/components/search/search-provider'
import { changeRoute, resetWorld } from './fakes'

vi.mock('next/router', async () => ({ useRouter: (await import('./fakes')).useRouter }))
vi.mock('@/components/search/search-overlay', () => ({
  SearchOverlay: ({ takeTyped, onClose }: { takeTyped: () => string; onClose: () => void }) => (
    <div role="dialog">
      <input aria-label="Search" ref={(input) => void (input && (input.value ||= takeTyped()))} />
      <button type="button" onClick={onClose}>
        Done
      </button>
    </div>
  ),
}))

function SearchBox() {
  const { open } = useSearchOverlay()
  return <input aria-label="Search box" onFocus={open} />
}

function Page() {
  return (
    <SearchProvider>
      <SearchBox />
      <input aria-label="Name" />
      <select aria-label="Kind" />
      <textarea aria-label="Notes" />
      <button type="button">Save</button>
    </SearchProvider>
  )
}

const overlay = () => screen.queryByRole('dialog')

beforeEach(resetWorld)

describe('the search shortcut', () => {
  test('opens the search on slash, and closes it', async () => {
    const user = userEvent.setup()
    render(<Page />)
    expect(overlay()).not.toBeInTheDocument()
    await user.keyboard('/')
    await user.click(await screen.findByRole('button', { name: 'Done' }))
    expect(overlay()).not.toBeInTheDocument()
  })

  test('hands over what is typed before the overlay is there', async () => {
    render(<Page />)
    act(() => {
      for (const key of '/harbor l') fireEvent.keyDown(document.body, { key })
    })
    expect(await screen.findByRole('textbox', { name: 'Search' })).toHaveValue('harbor l')
  })

  test('opens the search on slash while a button has focus', async () => {
    const user = userEvent.setup()
    render(<Page />)
    screen.getByRole('button', { name: 'Save' }).focus()
    await user.keyboard('/')
    expect(await screen.findByRole('dialog')).toBeVisible()
  })

  test.each(['Name', 'Kind', 'Notes'])('is ignored while typing in %s', async (label) => {
    const user = userEvent.setup()
    render(<Page />)
    screen.getByLabelText(label).focus()
    await user.keyboard('/')
    await user.keyboard('{Control>}/{/Control}')
    expect(overlay()).not.toBeInTheDocument()
  })

  test('is ignored in combinations with modifier keys', async () => {
    const user = userEvent.setup()
    render(<Page />)
    await user.keyboard('{Control>}/{/Control}{Meta>}/{/Meta}{Alt>}/{/Alt}')
    expect(overlay()).not.toBeInTheDocument()
  })

  test.each(['Control', 'Meta'])('opens the search on %s and K, even while typing', async (key) => {
    const user = userEvent.setup()
    render(<Page />)
    screen.getByLabelText('Name').focus()
    await user.keyboard(`{${key}>}k{/${key}}`)
    expect(await screen.findByRole('dialog')).toBeVisible()
    expect(screen.getByLabelText('Name')).toHaveValue('')
  })

  test('is also available as the shell’s search box', async () => {
    const user = userEvent.setup()
    render(<Page />)
    await user.click(screen.getByLabelText('Search box'))
    expect(await screen.findByRole('dialog')).toBeVisible()
  })

  test('closes the search on any route change', async () => {
    const user = userEvent.setup()
    render(<Page />)
    await user.keyboard('/')
    await screen.findByRole('dialog')
    act(() => changeRoute())
    await waitFor(() => expect(overlay()).not.toBeInTheDocument())
  })

  test('keeps the search open while a form that was just closed leaves the address', async () => {
    const user = userEvent.setup()
    render(<Page />)
    await user.keyboard('/')
    const opened = await screen.findByRole('dialog')
    act(() => changeRoute({ shallow: true }))
    expect(opened).toBeVisible()
  })

  test('closes the search on Back, even if only the query changes', async () => {
    const user = userEvent.setup()
    render(<Page />)
    await user.keyboard('/')
    await screen.findByRole('dialog')
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
    expect(overlay()).not.toBeInTheDocument()
  })
})

describe('the question mark key', () => {
  test('shows the keyboard shortcuts', async () => {
    const user = userEvent.setup()
    render(<Page />)
    await user.keyboard('?')
    const help = await screen.findByRole('dialog', { name: 'Keyboard' })
    expect(help).toHaveTextContent('Search companies, numbers and MAC addresses')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(overlay()).not.toBeInTheDocument())
  })

  test('is ordinary input in a text field', async () => {
    const user = userEvent.setup()
    render(<Page />)
    await user.type(screen.getByLabelText('Notes'), 'Who?')
    expect(screen.getByLabelText('Notes')).toHaveValue('Who?')
    expect(overlay()).not.toBeInTheDocument()
  })
})
