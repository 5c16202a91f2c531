import { useSecond } from '@/hooks/use-second'
import { DAY_MS } from '@/lib/dates/calendar'
import { clockText } from '@/lib/validation/duration'
import { countOf } from '@/lib/words'

/** A running duration, `1:05`, `1:02:03` or `3 days`; `since` in milliseconds since 1970. */
export function Elapsed({ since }: { since: number }) {
  const elapsed = Math.max(0, useSecond() - since)
  const days = Math.floor(elapsed / DAY_MS)
  return <span className="numeric">{days > 0 ? countOf(days, 'day') : clockText(elapsed / 1000)}</span>
}
