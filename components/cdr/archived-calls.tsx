import { Alert } from '@/components/ui/alert'
import { useArchivedMonths } from '@/hooks/use-calls'
import { monthLabel } from '@/lib/dates/format'
import type { DaySpan } from '@/lib/dates/span'

/** Says which months of the chosen days are no longer in the database; nothing when all are. */
export function ArchivedCalls({ span }: { span: DaySpan }) {
  const months = useArchivedMonths(span) ?? []
  const [first = '', ...others] = months.map((month) => monthLabel(month))
  if (!first) return null
  return (
    <Alert quiet className="mb-3" title="Some of these calls are archived">
      The chart still counts the calls of {others.length > 0 ? `${first} to ${others.at(-1)}` : first}, but
      they are no longer listed. Whoever runs the server can bring them back.
    </Alert>
  )
}
