import { useEffect } from 'react'

/**
 * Scrolls to the part of the page that its address names and moves the focus to its field, if any, once it is there: the browser looks
 * for it before the page has loaded.
 */
export function useHashTarget(isThere: boolean): void {
  useEffect(() => {
    const target = isThere ? document.getElementById(window.location.hash.slice(1)) : null
    target?.scrollIntoView()
    target
      ?.querySelector<HTMLElement>('input, select, textarea, [role="combobox"]')
      ?.focus({ preventScroll: true })
  }, [isThere])
}
