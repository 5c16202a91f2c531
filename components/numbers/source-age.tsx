import { useMinute } from '@/hooks/use-minute'
import { formatDateTime } from '@/lib/dates/format'
import { relativeTime } from '@/lib/dates/relative-time'
import type { Source } from '@/lib/numbers/number-facts'

/** The source and age of an answer, and why a better source was unavailable. */
export function SourceAge({ source, fetchedAt, note }: Source) {
  const now = useMinute()
  return (
    <span className="text-sm text-text-muted">
      {source},{' '}
      <time dateTime={fetchedAt} title={formatDateTime(fetchedAt)}>
        {relativeTime(Date.parse(fetchedAt), now)}
      </time>
      {note ? <span className="block text-warning-text">{note}</span> : null}
    </span>
  )
}
