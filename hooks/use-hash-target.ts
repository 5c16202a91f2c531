import { useEffect } from 'react'

/** Scrolls to the part of the page that its address names, once it is there: the browser looks for it before the page has loaded. */
export function useHashTarget(isThere: boolean): void {
  useEffect(() => {
    if (isThere) document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [isThere])
}
