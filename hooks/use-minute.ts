import { useSyncExternalStore } from 'react'
import { MINUTE_MS } from '@/lib/dates/calendar'

function everyMinute(changed: () => void) {
  const timer = setInterval(changed, MINUTE_MS)
  return () => clearInterval(timer)
}

/** The current minute (milliseconds since 1970), kept up to date. */
export function useMinute(): number {
  return useSyncExternalStore(
    everyMinute,
    () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS,
    () => 0,
  )
}
