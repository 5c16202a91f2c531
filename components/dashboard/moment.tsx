import { useSyncExternalStore } from 'react'
import { relativeTime } from '@/lib/dashboard/relative-time'
import { formatDateTime } from '@/lib/format-date'

const MINUTE_MS = 60_000

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

/** How long ago something was (`at` in ISO 8601); the exact time is its title. */
export function Moment({ at }: { at: string }) {
  const now = useMinute()
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {relativeTime(Date.parse(at), now)}
    </time>
  )
}
