import { useSyncExternalStore } from 'react'

/** False on the server and for the browser's first rendering of what the server sent, true from then on. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

const neverChanges = () => () => undefined
