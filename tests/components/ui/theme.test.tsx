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

test('Without a choice the system decides', () => {
  loadPage()
  expect(document.documentElement).not.toHaveAttribute('data-theme')
  expect(readThemeChoice()).toBe('system')
})

test.each(['light', 'dark'] as const)(
  'A choice of %s shows at once and after loading the page again',
  (choice) => {
    setThemeChoice(choice)
    expect(document.documentElement).toHaveAttribute('data-theme', choice)
    loadPage()
    expect(document.documentElement).toHaveAttribute('data-theme', choice)
    expect(readThemeChoice()).toBe(choice)
  },
)

test('The system can be chosen again', () => {
  setThemeChoice('dark')
  setThemeChoice('system')
  expect(document.documentElement).not.toHaveAttribute('data-theme')
  expect(readThemeChoice()).toBe('system')
})

test('Other values in storage are not a theme', () => {
  window.localStorage.setItem('theme', 'javascript:alert(1)')
  loadPage()
  expect(document.documentElement).not.toHaveAttribute('data-theme')
  expect(readThemeChoice()).toBe('system')
})

test('A browser that refuses storage still changes the theme of this page', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  setThemeChoice('dark')
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
})
