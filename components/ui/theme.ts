/** The choices of theme: the system's, or a fixed one. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const COOKIE = 'theme'
const A_YEAR_SECONDS = 31_536_000

/**
 * The theme in a Cookie header, for the `data-theme` of the page's root element; undefined if the system decides. A cookie, so that the
 * server sends pages in their theme: a script in the page's head would keep it waiting for the browser's storage.
 */
export function themeOf(cookies: string | undefined): 'light' | 'dark' | undefined {
  const found = cookies?.split(';').find((one) => one.trim().startsWith(`${COOKIE}=`))
  const value = found?.split('=')[1]?.trim()
  return value === 'light' || value === 'dark' ? value : undefined
}

/** The choice of the page as it is shown; 'system' on the server. */
export function readThemeChoice(): ThemeChoice {
  if (typeof document === 'undefined') return 'system'
  return (document.documentElement.dataset.theme as ThemeChoice | undefined) ?? 'system'
}

/** Applies the theme immediately and keeps it in this browser for a year. Without the attribute, `color-scheme` follows the system. */
export function setThemeChoice(choice: ThemeChoice): void {
  const { documentElement } = document
  if (choice === 'system') delete documentElement.dataset.theme
  else documentElement.dataset.theme = choice
  document.cookie = `${COOKIE}=${choice}; path=/; max-age=${choice === 'system' ? 0 : A_YEAR_SECONDS}; samesite=lax`
}
