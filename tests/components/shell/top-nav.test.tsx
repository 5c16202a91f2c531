import { act, render, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { TopNav } from '@/components/shell/top-nav'

const open = vi.fn()
vi.mock('next/router', () => ({
  useRouter: () => ({ asPath: '/app', events: { on: () => undefined, off: () => undefined } }),
}))
vi.mock('@/components/search/search-provider', () => ({ useSearchOverlay: () => ({ open }) }))

afterEach(() => {
  open.mockReset()
  document.body.replaceChildren()
})

const BAR = (
  <TopNav
    email="tech@demo.test"
    role={undefined}
    permissions={undefined}
    onResetPassword={() => undefined}
    onSignOut={() => undefined}
  />
)
const searchBox = () => screen.getByRole('searchbox', { name: 'Search' })

test('the search opens when its box is focused, and passes the focus on', () => {
  render(BAR)
  expect(open).not.toHaveBeenCalled()
  act(() => searchBox().focus())
  expect(open).toHaveBeenCalledOnce()
  expect(searchBox()).not.toHaveFocus()
})

test('the search opens when its box was focused before the page’s scripts arrived', async () => {
  document.body.innerHTML = `<div>${renderToString(BAR)}</div>`
  searchBox().focus()
  await act(async () => void hydrateRoot(document.body.firstElementChild as Element, BAR))
  expect(open).toHaveBeenCalledOnce()
  expect(searchBox()).not.toHaveFocus()
})
