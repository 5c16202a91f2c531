import { useSyncExternalStore } from 'react'

/** False on the server and during hydration, true afterward. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

const neverChanges = () => () => undefined
