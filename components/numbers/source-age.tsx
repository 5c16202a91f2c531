import { useMinute } from '@/hooks/use-minute'
import { formatDateTime } from '@/lib/dates/format'
import { relativeTime } from '@/lib/dates/relative-time'
import type { Source } from '@/lib/numbers/number-facts'

/** Who said so, and how long ago; and what kept a better source from answering. */
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
