import { useSyncExternalStore } from 'react'

/** Where the browser keeps what a user has scanned. */
export const keptReceiptsOf = (userId: string): string => `receiving ${userId}`

/** What the browser keeps of a user's scans, as `readReceipts` reads it; null if nothing. */
export function useKeptScans(userId: string | undefined): string | null {
  return useSyncExternalStore(
    subscribe,
    () => (userId ? window.localStorage.getItem(keptReceiptsOf(userId)) : null),
    () => null,
  )
}

/** Other tabs' changes; this tab's own are made on the page that shows them. */
function subscribe(changed: () => void) {
  window.addEventListener('storage', changed)
  return () => window.removeEventListener('storage', changed)
}
