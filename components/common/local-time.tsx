import { useIsInBrowser } from '@/hooks/use-is-in-browser'
import { formatDateTime, formatUtc } from '@/lib/dates/format'

/** An instant (ISO 8601, UTC) to the second in the reader's time zone; the server does not know it and renders it in UTC. */
export function LocalTime({ at }: { at: string }) {
  return <time dateTime={at}>{useIsInBrowser() ? formatDateTime(at) : formatUtc(at)}</time>
}
