import { useIsInBrowser } from '@/hooks/use-is-in-browser'
import { dayLabel, formatDate } from '@/lib/dates/format'

/** An instant (ISO 8601, UTC) as a date in the reader's time zone; the server does not know it and renders the date in UTC. */
export function LocalDate({ at }: { at: string }) {
  return <time dateTime={at}>{useIsInBrowser() ? formatDate(at) : dayLabel(at.slice(0, 10))}</time>
}
