import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Tabs } from '@/components/ui/tabs'

function Page() {
  const [selected, setSelected] = useState('keys')
  return (
    <Tabs
      label="Device"
      selected={selected}
      onSelect={setSelected}
      tabs={[
        { id: 'keys', label: 'Keys', content: 'The keys' },
        { id: 'lines', label: 'Lines', content: 'The lines' },
        { id: 'history', label: 'History', content: 'The history' },
      ]}
    />
  )
}

test('one tab is selected, and names its panel', () => {
  render(<Page />)
  expect(screen.getByRole('tablist', { name: 'Device' })).toBeInTheDocument()
  expect(screen.getByRole('tab', { selected: true })).toHaveAccessibleName('Keys')
  expect(screen.getByRole('tabpanel', { name: 'Keys' })).toHaveTextContent('The keys')
})

test('the selected tab is scrolled into view', async () => {
  const shown: string[] = []
  HTMLElement.prototype.scrollIntoView = function () {
    shown.push(this.textContent)
  }
  try {
    const user = userEvent.setup()
    render(<Page />)
    expect(shown).toEqual(['Keys'])
    await user.click(screen.getByRole('tab', { name: 'History' }))
    expect(shown).toEqual(['Keys', 'History'])
  } finally {
    Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView')
  }
})

test('arrow keys, Home and End move between tabs, and Tab goes to the panel', async () => {
  const user = userEvent.setup()
  render(<Page />)
  await user.tab()
  const expectSelected = (name: string) => {
    expect(screen.getByRole('tab', { selected: true })).toHaveAccessibleName(name)
    expect(screen.getByRole('tab', { name })).toHaveFocus()
  }
  expectSelected('Keys')
  await user.keyboard('{ArrowRight}')
  expectSelected('Lines')
  await user.keyboard('{End}')
  expectSelected('History')
  await user.keyboard('{ArrowRight}')
  expectSelected('Keys')
  await user.keyboard('{ArrowLeft}')
  expectSelected('History')
  await user.keyboard('{Home}')
  expectSelected('Keys')
  await user.tab()
  expect(screen.getByRole('tabpanel')).toHaveFocus()
})
