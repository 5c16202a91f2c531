import { Alert } from '@/components/ui/alert'
import { useArchivedMonths } from '@/hooks/use-calls'
import { monthLabel } from '@/lib/dates/format'
import type { DaySpan } from '@/lib/dates/span'

/** Says which months of a range of a zone's days are archived, and what that means; renders nothing if there are none. */
export function ArchivedCalls({
  zone,
  span,
  what,
}: {
  zone: string
  span: DaySpan
  /** What it means, given the months. */
  what: (months: string) => string
}) {
  const [first = '', ...others] = useArchivedMonths(zone, span).map((month) => monthLabel(month))
  if (!first) return null
  return (
    <Alert quiet className="mb-3" title="Some of these calls are archived">
      {what(others.length > 0 ? `${first} to ${others.at(-1)}` : first)} Whoever runs the server can bring
      them back.
    </Alert>
  )
}
