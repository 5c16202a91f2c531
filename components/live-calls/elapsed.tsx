import { useSecond } from '@/hooks/use-second'
import { clockText } from '@/lib/validation/duration'

/** How long something has been so, `1:05` or `1:02:03`, counting on; `since` in milliseconds since 1970. */
export function Elapsed({ since }: { since: number }) {
  return <span className="numeric">{clockText(Math.max(0, useSecond() - since) / 1000)}</span>
}
