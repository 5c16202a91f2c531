import { render, screen } from '@testing-library/react'
import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { doEarlyClicks } from '@/components/ui/early-clicks'
import { earlyClicksScript } from '@/components/ui/early-clicks-script'

afterEach(() => document.body.replaceChildren())

test('a click before the page’s scripts run is done once they do, and no later one twice', async () => {
  const pressed = vi.fn()
  const content = (
    <>
      <button type="button" onClick={() => pressed('first')}>
        First
      </button>
      <button type="button" onClick={() => pressed('second')}>
        Second
      </button>
    </>
  )
  document.body.innerHTML = `<main>${renderToString(content)}</main>`
  new Function(earlyClicksScript)()
  const button = (name: string) => screen.getByRole('button', { name })
  button('First').click()
  button('First').click()
  expect(pressed).not.toHaveBeenCalled()
  await act(async () => void hydrateRoot(screen.getByRole('main'), content))
  doEarlyClicks()
  expect(pressed.mock.calls).toEqual([['first']])
  button('Second').click()
  expect(pressed.mock.calls).toEqual([['first'], ['second']])
})

test('a link leads where it leads at once', () => {
  new Function(earlyClicksScript)()
  render(<a href="#there">There</a>)
  const followed = vi.fn()
  document.body.addEventListener('click', followed, { once: true })
  screen.getByRole('link').click()
  expect(followed).toHaveBeenCalledOnce()
  doEarlyClicks()
})
