import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readThemeChoice, setThemeChoice, themeScript } from '@/components/ui/theme-script'

beforeEach(() => {
  window.localStorage.clear()
  delete document.documentElement.dataset.theme
})

afterEach(() => vi.restoreAllMocks())

/** What the browser does with the script that stands in the page's head. */
function loadPage() {
  delete document.documentElement.dataset.theme
  new Function(themeScript)()
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
  expect(readThemeChoice()).toBe('system')
})

test('other stored values are ignored', () => {
  window.localStorage.setItem('theme', 'javascript:alert(1)')
  loadPage()
  expect(document.documentElement).not.toHaveAttribute('data-theme')
  expect(readThemeChoice()).toBe('system')
})

test('a browser that refuses storage still changes the theme of this page', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  setThemeChoice('dark')
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
})
