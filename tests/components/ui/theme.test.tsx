import { afterEach, beforeEach, expect, test } from 'vitest'
import { readThemeChoice, setThemeChoice, themeOf } from '@/components/ui/theme'

beforeEach(() => setThemeChoice('system'))
afterEach(() => setThemeChoice('system'))

/** What the server does with the cookies that the browser sends. */
function loadPage() {
  const theme = themeOf(document.cookie)
  delete document.documentElement.dataset.theme
  if (theme) document.documentElement.dataset.theme = theme
}

test('the system decides until the user chooses', () => {
  loadPage()
  expect(document.documentElement).not.toHaveAttribute('data-theme')
  expect(readThemeChoice()).toBe('system')
})

test.each(['light', 'dark'] as const)('the choice of %s applies immediately and after a reload', (choice) => {
  setThemeChoice(choice)
  expect(document.documentElement).toHaveAttribute('data-theme', choice)
  loadPage()
  expect(document.documentElement).toHaveAttribute('data-theme', choice)
  expect(readThemeChoice()).toBe(choice)
})

test('the system theme can be chosen again', () => {
  setThemeChoice('dark')
  setThemeChoice('system')
  expect(document.documentElement).not.toHaveAttribute('data-theme')
  loadPage()
  expect(readThemeChoice()).toBe('system')
})

test('the theme is found among other cookies, and other values are ignored', () => {
  expect(themeOf('session=theme=light; theme=dark')).toBe('dark')
  expect(themeOf('my-theme=dark')).toBeUndefined()
  expect(themeOf('theme="><script>')).toBeUndefined()
  expect(themeOf(undefined)).toBeUndefined()
})
