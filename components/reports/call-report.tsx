import { useState } from 'react'
import { Loaded } from '@/components/common/loaded'
import { SectionLink } from '@/components/common/section-link'
import { Skeleton } from '@/components/ui/skeleton'
import { Stat } from '@/components/ui/stat'
import { TextLink } from '@/components/ui/text-link'
import { useCallReport } from '@/hooks/use-report'
import { dayLabel, shortDayLabel } from '@/lib/dates/format'
import { hourLabel } from '@/lib/dates/hour-label'
import type { DaySpan } from '@/lib/dates/span'
import { formatFigure, NO_VALUE } from '@/lib/figures'
import { tenantPath } from '@/lib/record-paths'
import { type CallsReport, everyDay, everyHour, percent } from '@/lib/reports/reports'
import { formatDuration } from '@/lib/validation/duration'
import { Bars, NamedBars } from './bars'
import { DrillDownButton } from './drill-down-button'
import { HourDialog } from './hour-dialog'
import { REPORT_FAILURE, type ReportProps } from './report'
import { countColumn, linkColumn, type ReportColumn, ReportTable } from './report-table'

/** Calls, and the number answered. */
interface Counted {
  calls: number
  answered: number
}

/** Call statistics of all tenants: how many, when, whose, and how many were answered. */
export function CallReportView({ span, ownToday, mayExport }: ReportProps) {
  const query = useCallReport(span, ownToday)
  return (
    <Loaded query={query} title={REPORT_FAILURE} pending={<Skeleton className="h-96 w-full" />}>
      {(report) => <Calls report={report} span={ownToday ? null : span} mayExport={mayExport} />}
    </Loaded>
  )
}

function Calls({
  report,
  span,
  mayExport,
}: {
  report: CallsReport
  /** The range, to show days without calls too; null if the tenants' days differ. */
  span: DaySpan | null
  mayExport: boolean
}) {
  const { totals, tenants } = report
  const calls = countColumn<Counted>([totals], 'Calls', (row) => row.calls)
  const answered = countColumn<Counted>([totals], 'Answered', (row) => row.answered)
  const rate = {
    header: 'Answer rate',
    numeric: true,
    text: (row: Counted) => percent(row.answered, row.calls),
    fileHeader: 'Answer rate (%)',
    file: (row: Counted) => (row.calls > 0 ? String(Math.round((100 * row.answered) / row.calls)) : ''),
    total: percent(totals.answered, totals.calls),
  }
  const days = span && totals.calls > 0 ? everyDay(report.days, span) : report.days
  // Without a range, a tenant's page shows its own today.
  const within = span ? `from=${span.from}&until=${span.until}&` : ''
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Stat label="Calls" figure={formatFigure(totals.calls)} />
        <Stat label="Answered" figure={percent(totals.answered, totals.calls)} />
        <Stat label="Inbound answered" figure={percent(totals.inbound_answered, totals.inbound)} />
        <Stat label="Talk time" figure={roundedTalk(totals.talk_seconds)} />
      </div>
      <ReportTable
        title="Calls by day"
        fileName="calls-by-day.csv"
        // The newest first: they are what stays in sight when the table folds.
        rows={days.toReversed()}
        mayExport={mayExport}
        empty="No calls in this period."
        columns={[
          {
            header: 'Day',
            text: ({ day }) => day,
            cell: ({ day }) => (
              <TextLink prefetch={false} href={`/app/reports?from=${day}&until=${day}`}>
                <span className="whitespace-nowrap">{dayLabel(day)}</span>
              </TextLink>
            ),
          },
          calls,
          answered,
          rate,
        ]}
      >
        <CallBars rows={days} labelOf={({ day }) => shortDayLabel(day)} />
      </ReportTable>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <BusiestHours
          hours={totals.calls > 0 ? everyHour(report.hours) : []}
          span={span}
          mayExport={mayExport}
          figures={[calls, rate]}
        />
        <ReportTable
          title="Calls by tenant"
          wide
          fileName="calls-by-tenant.csv"
          rows={tenants}
          mayExport={mayExport}
          empty="No calls in this period."
          columns={[
            linkColumn<(typeof tenants)[number]>(
              'telephony',
              'Tenant',
              ({ name }) => name,
              ({ id }) => `${tenantPath(id)}/cdr?${within}`,
            ),
            calls,
            {
              ...rate,
              cell: (row) => (
                <SectionLink section="telephony" href={`${tenantPath(row.id)}/cdr?${within}status=answered`}>
                  {rate.text(row)}
                </SectionLink>
              ),
            },
            {
              header: 'Talk time',
              numeric: true,
              text: ({ talk_seconds }) => formatDuration(talk_seconds) ?? NO_VALUE,
              cell: ({ talk_seconds }) => <TalkTime seconds={talk_seconds} />,
              fileHeader: 'Talk time (seconds)',
              file: ({ talk_seconds }) => String(talk_seconds),
              total: <TalkTime seconds={totals.talk_seconds} />,
            },
          ]}
        >
          {tenants.length > 0 ? (
            <NamedBars bars={barsOf(tenants, ({ name }) => name)} {...BY_ANSWER} />
          ) : null}
        </ReportTable>
      </div>
    </div>
  )
}

/** Calls by hour of the day, each of which leads to those of its hour. */
function BusiestHours({
  hours,
  span,
  mayExport,
  figures,
}: {
  hours: CallsReport['hours']
  span: DaySpan | null
  mayExport: boolean
  figures: readonly ReportColumn<Counted>[]
}) {
  const [opened, setOpened] = useState<number | null>(null)
  return (
    <>
      <ReportTable
        title="Busiest hours"
        fileName="calls-by-hour.csv"
        rows={hours.toSorted((one, other) => other.calls - one.calls)}
        mayExport={mayExport}
        empty="No calls in this period."
        columns={[
          {
            header: 'Hour',
            text: ({ hour }) => hourLabel(hour),
            cell: ({ hour, calls }) =>
              calls > 0 ? (
                <DrillDownButton onClick={() => setOpened(hour)}>{hourLabel(hour)}</DrillDownButton>
              ) : (
                hourLabel(hour)
              ),
          },
          ...figures,
        ]}
      >
        {/* As short as on the axis of a tenant's calls: "9 AM". */}
        <CallBars rows={hours} labelOf={({ hour }) => hourLabel(hour).replace(':00', '')} />
      </ReportTable>
      {opened === null ? null : <HourDialog hour={opened} span={span} onClose={() => setOpened(null)} />}
    </>
  )
}

function CallBars<Row extends Counted>({
  rows,
  labelOf,
}: {
  rows: readonly Row[]
  labelOf: (row: Row) => string
}) {
  return rows.length === 0 ? null : <Bars bars={barsOf(rows, labelOf)} {...BY_ANSWER} />
}

const BY_ANSWER = { partLabel: 'Answered', restLabel: 'Not answered', unit: 'Calls' }
const barsOf = <Row extends Counted>(rows: readonly Row[], labelOf: (row: Row) => string) =>
  rows.map((row) => ({ label: labelOf(row), value: row.calls, part: row.answered }))

/** In minutes below an hour, in tenths of an hour below a thousand. */
function roundedTalk(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const tenths = Math.round(seconds / 360)
  return `${tenths < 10_000 ? (tenths / 10).toFixed(1) : formatFigure(Math.round(seconds / 3600))} h`
}

/** To the second; on phones, where that would take three lines, in hours or minutes. */
function TalkTime({ seconds }: { seconds: number }) {
  return (
    <>
      <span className="max-sm:hidden">{formatDuration(seconds) ?? NO_VALUE}</span>
      <span className="whitespace-nowrap sm:hidden">{seconds > 0 ? roundedTalk(seconds) : NO_VALUE}</span>
    </>
  )
}
