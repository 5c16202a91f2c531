import { useIsInBrowser } from '@/components/ui/use-is-in-browser'
import { dayLabel, formatDate } from '@/lib/dates/format'

/** A moment (ISO 8601, in UTC) as a date in the reader's time zone; the server, which does not know it, shows the one in UTC. */
export function LocalDate({ at }: { at: string }) {
  return <time dateTime={at}>{useIsInBrowser() ? formatDate(at) : dayLabel(at.slice(0, 10))}</time>
}
