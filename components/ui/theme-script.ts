/** The choices of theme: the system's, or a fixed one. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const STORAGE_KEY = 'theme'

/**
 * Runs inline in <head> before the first paint, so that the other theme never flashes. Without a stored choice there is no
 * attribute, and `color-scheme` follows the system.
 */
export const themeScript = `try{var t=localStorage.getItem('${STORAGE_KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`

/** The choice stored in this browser; 'system' if there is none, or storage is blocked. */
export function readThemeChoice(): ThemeChoice {
  try {
    const stored = window.localStorage.getItem(STORAGE_KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** Applies the theme immediately and stores it in this browser, if possible. */
export function setThemeChoice(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = choice
  try {
    if (choice === 'system') window.localStorage.removeItem(STORAGE_KEY)
    else window.localStorage.setItem(STORAGE_KEY, choice)
  } catch {
    // Without storage, the choice applies to this page only.
  }
}
