import { Printer } from 'lucide-react'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import type { ComponentType } from 'react'
import { CallRange } from '@/components/cdr/call-range'
import { AfterStanding } from '@/components/shell/after-standing'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { Tabs } from '@/components/ui/tabs'
import { useBusinessDay } from '@/hooks/use-business-day'
import { FIRST_PAGE, PAGE_PARAMETERS } from '@/hooks/use-list'
import { useMember } from '@/hooks/use-member'
import { useReadersDay } from '@/hooks/use-readers-day'
import { isDay } from '@/lib/dates/day'
import { spanLabel } from '@/lib/dates/format'
import { type DaySpan, lengthOf, MAX_SPAN_DAYS, presetSpan } from '@/lib/dates/span'
import { quarterBefore, quarterSoFar } from '@/lib/reports/reports'
import { may, type Section } from '@/lib/session/permissions'
import { AuditReport } from './audit-report'
import { BusinessReportView } from './business-report'
import { CallReportView } from './call-report'
import type { ReportProps } from './report'

interface Report {
  tab: string
  /** Heading in print. */
  title: string
  /** The meaning of the date range. */
  scope: string
  /** Whose permission it needs besides that of the page. */
  section?: Section
  Content: ComponentType<ReportProps>
}

/** The reports by their name in the address, in the order of their tabs. */
const REPORTS = {
  calls: {
    tab: 'Calls',
    title: 'Call report',
    scope: 'Calls are counted in each tenant’s time zone.',
    Content: CallReportView,
  },
  business: {
    tab: 'Business',
    title: 'Business report',
    scope:
      'Revenue by the day of issue, recurring revenue as of the last day; what is owed, open opportunities and ports, seats, numbers and stock as they are now.',
    Content: BusinessReportView,
  },
  audit: {
    tab: 'Audit trail',
    title: 'Audit trail',
    scope: 'Days are in your time zone.',
    section: 'superadmin',
    Content: AuditReport,
  },
} satisfies Record<string, Report>

const VIEWS = Object.keys(REPORTS) as (keyof typeof REPORTS)[]

const PARAMETERS = {
  from: parseAsString,
  until: parseAsString,
  view: parseAsStringLiteral(VIEWS).withDefault('calls'),
  // "Today" is each tenant's own day, as on the dashboard; a calendar date starts at another instant.
  days: parseAsStringLiteral(['today']),
  ...PAGE_PARAMETERS,
}

/** Reports over a date range in the address. */
export function ReportPage() {
  return (
    <AfterStanding>
      <Reports />
    </AfterStanding>
  )
}

function Reports() {
  const { permissions } = useMember()
  const [query, setQuery] = useQueryStates(PARAMETERS, { history: 'push' })
  const offered = VIEWS.filter((view) => {
    const { section }: Report = REPORTS[view]
    return !section || may(permissions, section)
  })
  const shown = offered.find((view) => view === query.view) ?? 'calls'
  const businessDay = useBusinessDay()
  const readersDay = useReadersDay()
  // The trail's days are the reader's own, which may be ahead of the company's.
  const day = shown === 'audit' ? readersDay : businessDay
  const ownToday = query.days === 'today'
  const chosen = ownToday ? { from: day, until: day } : spanOf(query.from, query.until)
  const span = chosen ?? presetSpan('30d', day)
  const choose = (days: DaySpan) => void setQuery({ ...days, days: null, ...FIRST_PAGE })
  const mayExport = may(permissions, 'reports', 'export')
  const days = ownToday ? 'today' : spanLabel(span)

  return (
    <>
      <PageHeader
        title="Reports"
        description={`${days.replace('today', 'Today')}. ${REPORTS[shown].scope}`}
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
        selected={shown}
        onSelect={(view) => void setQuery({ view: VIEWS.find((one) => one === view) ?? null })}
        tabs={offered.map((view) => {
          const { tab, title, Content } = REPORTS[view]
          return {
            id: view,
            label: tab,
            content: (
              <div data-print>
                <p className="mb-4 hidden text-xl font-semibold print:block">
                  {title}, {days}
                </p>
                <Content span={span} ownToday={ownToday} mayExport={mayExport} />
              </div>
            ),
          }
        })}
      />
    </>
  )
}

function spanOf(from: string | null, until: string | null): DaySpan | null {
  if (!from || !until || !isDay(from) || !isDay(until) || until < from) return null
  return lengthOf({ from, until }) <= MAX_SPAN_DAYS ? { from, until } : null
}
