import { useContext, useSyncExternalStore } from 'react'
import { MINUTE_MS } from '@/lib/dates/calendar'
import { InitialDataContext } from './initial-data'

/** Reports that a minute has passed, until the function that it returns is called. */
export function everyMinute(changed: () => void) {
  const timer = setInterval(changed, MINUTE_MS)
  return () => clearInterval(timer)
}

/** The minute of a moment (both in milliseconds since 1970). */
const minuteOf = (moment: number) => Math.floor(moment / MINUTE_MS) * MINUTE_MS

/** The current minute (milliseconds since 1970), kept up to date. A page is hydrated with the one that the server rendered it at. */
export function useMinute(): number {
  const { at } = useContext(InitialDataContext)
  return useSyncExternalStore(
    everyMinute,
    () => minuteOf(Date.now()),
    () => minuteOf(at),
  )
}
