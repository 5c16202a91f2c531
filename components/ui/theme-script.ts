/** What a person may choose: their system's theme, or one of the two for good. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const STORAGE_KEY = 'theme'

/**
 * Runs inline in <head> before the first paint, so that a chosen theme never flashes the other one.
 * Without a stored choice the attribute stays away and `color-scheme` follows the system.
 */
export const themeScript = `try{var t=localStorage.getItem('${STORAGE_KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`

/** The choice stored in this browser; 'system' when there is none, or when storage is refused. */
export function readThemeChoice(): ThemeChoice {
  try {
    const stored = window.localStorage.getItem(STORAGE_KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** Shows the theme at once and remembers it in this browser, if storage is allowed. */
export function setThemeChoice(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = choice
  try {
    if (choice === 'system') window.localStorage.removeItem(STORAGE_KEY)
    else window.localStorage.setItem(STORAGE_KEY, choice)
  } catch {
    // A browser that refuses storage keeps the choice for this page only.
  }
}
