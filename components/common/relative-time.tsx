import { useMinute } from '@/hooks/use-minute'
import { formatDateTime } from '@/lib/dates/format'
import { relativeTime } from '@/lib/dates/relative-time'

/** Relative time of an instant (`at` in ISO 8601), with the exact time as its title. */
export function Moment({ at }: { at: string }) {
  const now = useMinute()
  return (
    // The full date is written when the pointer is there: a time with its zone needs Intl, which lists do without (lib/figures.ts).
    <time
      dateTime={at}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = formatDateTime(at)
      }}
    >
      {relativeTime(Date.parse(at), now)}
    </time>
  )
}
