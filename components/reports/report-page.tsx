import { Download, Printer } from 'lucide-react'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { CallRange } from '@/components/cdr/call-range'
import { failureOf } from '@/components/common/loaded'
import { TrailList } from '@/components/trail/trail-list'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { Tabs } from '@/components/ui/tabs'
import { useMember } from '@/hooks/use-member'
import type { Query } from '@/hooks/use-query'
import { REPORT_VIEWS, type ReportView, useReport } from '@/hooks/use-report'
import { noRefresh, useAction } from '@/hooks/use-write'
import { isDay, today } from '@/lib/dates/day'
import { spanLabel } from '@/lib/dates/format'
import { type DaySpan, lengthOf, MAX_SPAN_DAYS, presetSpan } from '@/lib/dates/span'
import { downloadCsv } from '@/lib/download'
import { quarterBefore, quarterSoFar } from '@/lib/reports/reports'
import { may } from '@/lib/session/permissions'
import { whoChanged } from '@/lib/trail/activity'
import { describeChange, fieldChanges } from '@/lib/trail/change'
import { exportTrail, type TrailQuery, type TrailRow } from '@/lib/trail/pages'
import { BusinessReportView } from './business-report'
import { CallReportView } from './call-report'

const PARAMETERS = {
  from: parseAsString,
  until: parseAsString,
  view: parseAsStringLiteral(REPORT_VIEWS).withDefault('calls'),
  // "Today" is each tenant's own day, as on the dashboard; a calendar date starts at another instant.
  days: parseAsStringLiteral(['today']),
}

/** The meaning of the date range in each report. */
const SCOPE: Record<ReportView, string> = {
  calls: 'Calls are counted in each tenant’s time zone.',
  business:
    'Revenue by the day of issue; what is owed, open opportunities and ports, numbers and stock as they are now.',
  audit: 'Days are in your time zone.',
}

/** Reports over a date range in the address: calls, business, and for superadmins the audit trail. */
export function ReportPage() {
  const { permissions } = useMember()
  const [query, setQuery] = useQueryStates(PARAMETERS, { history: 'push' })
  const day = today()
  const ownToday = query.days === 'today'
  const chosen = ownToday ? { from: day, until: day } : spanOf(query.from, query.until)
  const span = chosen ?? presetSpan('30d', day)
  const { calls, business } = useReport(query.view, span, ownToday)
  const choose = (days: DaySpan) => void setQuery({ ...days, days: null })
  const mayExport = may(permissions, 'reports', 'export')
  const days = ownToday ? 'today' : spanLabel(span)
  const panel = (title: string, content: React.ReactNode, report?: Query<unknown>) =>
    report?.error && !report.data ? (
      failureOf(report, 'The report could not be loaded')
    ) : (
      <div data-print>
        <p className="mb-4 hidden text-xl font-semibold print:block">
          {title}, {days}
        </p>
        {content}
      </div>
    )

  return (
    <>
      <PageHeader
        title="Reports"
        description={`${days.replace('today', 'Today')}. ${SCOPE[query.view]}`}
        actions={
          <Button className="print:hidden" icon={Printer} onClick={() => window.print()}>
            Print
          </Button>
        }
      />
      <div className="mb-3 grid grid-cols-2 items-end gap-2 print:hidden sm:flex sm:flex-wrap">
        <CallRange span={span} today={day} onChange={choose} />
        <Button onClick={() => choose(quarterSoFar(day))}>This quarter</Button>
        <Button onClick={() => choose(quarterBefore(day))}>Last quarter</Button>
      </div>
      <Tabs
        label="Reports"
        selected={query.view}
        onSelect={(view) => void setQuery({ view: REPORT_VIEWS.find((one) => one === view) ?? null })}
        tabs={[
          {
            id: 'calls',
            label: 'Calls',
            content: panel(
              'Call report',
              <CallReportView report={calls.data} span={ownToday ? null : span} mayExport={mayExport} />,
              calls,
            ),
          },
          {
            id: 'business',
            label: 'Business',
            content: panel(
              'Business report',
              <BusinessReportView report={business.data} span={span} mayExport={mayExport} />,
              business,
            ),
          },
          ...(may(permissions, 'superadmin')
            ? [
                {
                  id: 'audit',
                  label: 'Audit trail',
                  content: panel(
                    'Audit trail',
                    <AuditReport key={`${span.from} ${span.until}`} span={span} mayExport={mayExport} />,
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
  )
}

function spanOf(from: string | null, until: string | null): DaySpan | null {
  if (!from || !until || !isDay(from) || !isDay(until) || until < from) return null
  return lengthOf({ from, until }) <= MAX_SPAN_DAYS ? { from, until } : null
}

const FILE_HEADER = ['When', 'Who', 'What', 'Record', 'Fields']

/** The audit trail over a date range, newest first. */
function AuditReport({ span, mayExport }: { span: DaySpan; mayExport: boolean }) {
  return <TrailList span={span} actions={mayExport ? (query) => <SaveTrail query={query} /> : undefined} />
}

function SaveTrail({ query }: { query: TrailQuery }) {
  const { act, pending } = useAction(noRefresh)
  const save = () =>
    act(async (supabase) => {
      const rows = await exportTrail(supabase, null, query)
      await downloadCsv('audit-trail.csv', FILE_HEADER, rows.map(cellsOf))
    })
  return (
    <Button size="sm" loading={pending} icon={Download} onClick={() => void save()}>
      CSV<span className="sr-only"> of the audit trail</span>
    </Button>
  )
}

function cellsOf(row: TrailRow): string[] {
  const { did, record } = describeChange(row)
  const fields =
    record && row.action === 'update'
      ? fieldChanges(row).map(({ field, before, after }) => `${field}: ${before} → ${after}`)
      : []
  return [row.at, whoChanged(row), did, record, fields.join('; ')]
}
