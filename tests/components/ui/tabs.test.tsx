import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Tabs } from '@/components/ui/tabs'
import { layOut } from './strip-layout'

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

test('the selected tab is scrolled into view sideways, and the page stays where it is', async () => {
  const page = layOut(100, { Keys: 60, Lines: 60, History: 80 })
  const user = userEvent.setup()
  render(<Page />)
  const strip = screen.getByRole('tablist').parentElement!
  expect(strip.scrollLeft).toBe(0)
  await user.click(screen.getByRole('tab', { name: 'History' }))
  expect(strip.scrollLeft).toBe(100)
  await user.click(screen.getByRole('tab', { name: 'Lines' }))
  expect(strip.scrollLeft).toBe(60)
  expect(page).not.toHaveBeenCalled()
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
