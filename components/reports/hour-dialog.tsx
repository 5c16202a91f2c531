import { sumBy } from 'es-toolkit/math'
import { SectionLink } from '@/components/common/section-link'
import { EmptyState } from '@/components/ui/empty-state'
import { useReportHour } from '@/hooks/use-report'
import { hourLabel } from '@/lib/dates/hour-label'
import type { DaySpan } from '@/lib/dates/span'
import { tenantPath } from '@/lib/record-paths'
import { percent } from '@/lib/reports/reports'
import { countOf } from '@/lib/words'
import { DrillDownDialog, DrillDownRow } from './drill-down-dialog'

/** The tenants behind an hour of the day, each with the way to its calls. */
export function HourDialog({
  hour,
  span,
  onClose,
}: {
  hour: number
  /** Null for each tenant's own today. */
  span: DaySpan | null
  onClose: () => void
}) {
  const within = span ? `from=${span.from}&until=${span.until}&` : ''
  return (
    <DrillDownDialog
      title={`Calls from ${hourLabel(hour)} to ${hourLabel(hour + 1)}`}
      query={useReportHour(hour, span)}
      empty={<EmptyState title="No calls">There were no calls at this hour.</EmptyState>}
      total={(rows) => {
        const calls = sumBy(rows, (row) => row.calls)
        const answered = sumBy(rows, (row) => row.answered)
        return (
          <DrillDownRow
            name="Total"
            details={`${percent(answered, calls)} answered`}
            figure={countOf(calls, 'call')}
          />
        )
      }}
      onClose={onClose}
    >
      {({ id, name, calls, answered }) => (
        <DrillDownRow
          name={
            <SectionLink section="telephony" href={`${tenantPath(id)}/cdr?${within}hour=${hour}`}>
              {name}
            </SectionLink>
          }
          details={`${percent(answered, calls)} answered`}
          figure={countOf(calls, 'call')}
        />
      )}
    </DrillDownDialog>
  )
}
