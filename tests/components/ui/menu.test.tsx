import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MoreHorizontal } from 'lucide-react'
import { expect, test, vi } from 'vitest'
import { IconButton } from '@/components/ui/icon-button'
import { Menu, type MenuEntry } from '@/components/ui/menu'

const focused: (string | null)[] = []

function renderMenu(overrides: { onRename?: () => void; onTheme?: (value: string) => void } = {}) {
  const entries: MenuEntry[] = [
    { kind: 'text', content: 'tech@demo.test' },
    { kind: 'action', label: 'Rename', onSelect: overrides.onRename ?? (() => {}) },
    { kind: 'action', label: 'Suspend', disabled: true, onSelect: () => {} },
    { kind: 'separator' },
    {
      kind: 'choice',
      label: 'Theme',
      value: 'system',
      onChange: overrides.onTheme ?? (() => {}),
      options: [
        { value: 'system', label: 'System' },
        { value: 'dark', label: 'Dark' },
      ],
    },
    { kind: 'link', label: 'Settings', href: '/settings' },
  ]
  render(<Menu trigger={<IconButton label="More" icon={MoreHorizontal} />} entries={entries} />)
  return screen.getByRole('button', { name: 'More' })
}

test('the button opens the menu, and announces it', async () => {
  const user = userEvent.setup()
  const button = renderMenu()
  expect(button).toHaveAttribute('aria-haspopup', 'menu')
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await user.click(button)
  expect(await screen.findByRole('menu', { name: 'More' })).toBeInTheDocument()
  expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByRole('menuitem', { name: 'Settings' })).toHaveAttribute('href', '/settings')
})

test('a choice that takes effect at once closes the menu; one to try out leaves it open', async () => {
  const user = userEvent.setup()
  const chosen = vi.fn()
  const option = (kind: string, closes: boolean): MenuEntry => ({
    kind: 'choice',
    label: kind,
    value: 'before',
    closes,
    onChange: chosen,
    options: [
      { value: 'before', label: `${kind} before` },
      { value: 'after', label: `${kind} after` },
    ],
  })
  render(
    <Menu
      trigger={<IconButton label="Agent" icon={MoreHorizontal} />}
      entries={[option('Theme', false), option('Status', true)]}
    />,
  )
  await user.click(screen.getByRole('button', { name: 'Agent' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Theme after' }))
  expect(chosen).toHaveBeenCalledTimes(1)
  await user.click(screen.getByRole('menuitemradio', { name: 'Status after' }))
  await waitFor(() => expect(chosen).toHaveBeenCalledTimes(2))
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Agent' })).toHaveFocus()
})

test('arrow keys cycle through enabled items; Escape returns to the button', async () => {
  const user = userEvent.setup()
  const button = renderMenu()
  await user.tab()
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('menu')
  if (document.activeElement?.textContent !== 'Rename') await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('menuitem', { name: 'Rename' })).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('menuitemradio', { name: 'System' })).toHaveFocus()
  await user.keyboard('{End}')
  expect(screen.getByRole('menuitem', { name: 'Settings' })).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('menuitem', { name: 'Rename' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  await waitFor(() => expect(button).toHaveFocus())
})

test('an action runs after the menu has closed, with focus back on the button', async () => {
  const user = userEvent.setup()
  const rename = vi.fn(() => focused.push(document.activeElement?.getAttribute('aria-label') ?? null))
  const button = renderMenu({ onRename: rename })
  await user.click(button)
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  await waitFor(() => expect(rename).toHaveBeenCalledOnce())
  expect(focused).toEqual(['More'])
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
})

test('a checkable item is announced as checked, and leaves the menu open', async () => {
  const user = userEvent.setup()
  const theme = vi.fn()
  const button = renderMenu({ onTheme: theme })
  await user.click(button)
  expect(await screen.findByRole('menuitemradio', { name: 'System' })).toBeChecked()
  await user.click(screen.getByRole('menuitemradio', { name: 'Dark' }))
  expect(theme).toHaveBeenCalledWith('dark')
  expect(screen.getByRole('menu')).toBeInTheDocument()
})

test('a second click on the button closes the menu', async () => {
  const user = userEvent.setup()
  const button = renderMenu()
  await user.click(button)
  await screen.findByRole('menu')
  await user.click(button)
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
})

test('the menu opens once its code has arrived, however often the button was pressed meanwhile', async () => {
  const code = Promise.withResolvers<void>()
  vi.resetModules()
  vi.doMock('@/components/ui/menu-panel', async (original) => {
    await code.promise
    return original()
  })
  const { Menu: FreshMenu } = await import('@/components/ui/menu')
  const user = userEvent.setup()
  render(
    <FreshMenu
      trigger={<IconButton label="Late" icon={MoreHorizontal} />}
      entries={[{ kind: 'action', label: 'Rename', onSelect: () => undefined }]}
    />,
  )
  await user.click(screen.getByRole('button', { name: 'Late' }))
  await user.click(screen.getByRole('button', { name: 'Late' }))
  code.resolve()
  expect(await screen.findByRole('menuitem', { name: 'Rename' })).toBeInTheDocument()
  vi.doUnmock('@/components/ui/menu-panel')
})
