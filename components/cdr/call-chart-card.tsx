import dynamic from 'next/dynamic'
import { useState } from 'react'
import { failureOf } from '@/components/common/loaded'
import { Card } from '@/components/ui/card'
import { latePart } from '@/components/ui/late-code'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { Skeleton } from '@/components/ui/skeleton'
import { useCallChart } from '@/hooks/use-calls'
import { type CallQuery, isBeyondChart } from '@/lib/cdr/call-query'
import { STATUS_LABELS } from '@/lib/cdr/call-text'
import type { ChartSeries } from '@/lib/cdr/chart-series'
import { formatFigure, NO_VALUE } from '@/lib/figures'
import { formatDuration } from '@/lib/validation/duration'
import { STATUS_COLORS } from './status-colors'

const CallChart = dynamic(() => import('./call-chart').then((module) => module.CallChart), {
  ssr: false,
  loading: latePart(<Skeleton className="h-44 w-full" />),
})

const UNITS = { hour: 'hour', day: 'day', week: 'week' } as const

/** Calls by time and status above the list, with the same figures as a table. */
export function CallChartCard({ tenantId, query }: { tenantId: string; query: CallQuery }) {
  const chart = useCallChart(tenantId, query)
  const series = chart.data
  const [tableShown, setTableShown] = useState(false)
  if (!series && chart.error) {
    return <Card className="mb-3">{failureOf(chart, 'The chart could not be loaded')}</Card>
  }
  return (
    <Card
      className="mb-3"
      title={series ? `Calls by ${UNITS[series.unit]} and status` : 'Calls by time and status'}
      actions={series ? <Legend series={series} /> : undefined}
    >
      {series ? (
        <Figures series={series} ofOneStatus={query.status !== null} />
      ) : (
        <Skeleton className="mb-3 h-5 w-64" />
      )}
      {series ? <CallChart series={series} /> : <Skeleton className="h-44 w-full" />}
      {isBeyondChart(query) ? (
        <p className="mt-2 text-sm text-text-muted">
          The chart covers all calls on these days. Of the filters, only direction and status apply to it.
        </p>
      ) : null}
      {series ? (
        <details
          className="mt-2 text-sm"
          onToggle={(event) => setTableShown((event.target as HTMLDetailsElement).open)}
        >
          <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-sm text-accent-text hover:underline">
            Show the figures as a table
          </summary>
          {tableShown ? <CallChartTable series={series} /> : null}
        </details>
      ) : null}
    </Card>
  )
}

function Legend({ series }: { series: ChartSeries }) {
  return (
    <ul className="flex flex-wrap justify-end gap-x-3 text-xs text-text-muted max-sm:hidden">
      {series.statuses.map((status) => (
        <li key={status} className="inline-flex items-center gap-1.5">
          <span aria-hidden className="size-2.5 rounded-xs" style={{ background: STATUS_COLORS[status] }} />
          {STATUS_LABELS[status]}
        </li>
      ))}
    </ul>
  )
}

function Figures({
  series: { calls, totals, talkSeconds },
  ofOneStatus,
}: {
  series: ChartSeries
  ofOneStatus: boolean
}) {
  const share = calls > 0 ? Math.round((100 * totals.answered) / calls) : 0
  const facts = [
    ['Calls', formatFigure(calls)],
    ...(ofOneStatus
      ? []
      : [
          ['Answered', calls > 0 ? `${share}%` : NO_VALUE],
          ['Missed', formatFigure(totals.missed)],
        ]),
    ['Talk time', formatDuration(talkSeconds) ?? NO_VALUE],
  ]
  return (
    <dl className="mb-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {facts.map(([term, value]) => (
        <div key={term} className="flex gap-1.5">
          <dt className="text-text-muted">{term}</dt>
          <dd className="numeric font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const UNIT_LABELS = { hour: 'Hour', day: 'Day', week: 'Week' } as const

/** The chart's figures; hours, days and weeks without calls are left out. */
function CallChartTable({ series: { unit, buckets, statuses, totals, calls } }: { series: ChartSeries }) {
  const rows = buckets.filter((bucket) => statuses.some((status) => bucket[status] > 0))
  const figure = 'numeric px-2 py-1 text-right whitespace-nowrap'
  return (
    <ScrollRegion label="Figures of the chart">
      <table className="mt-2 w-full text-sm">
        <caption className="sr-only">Calls by {unit} and status</caption>
        <thead>
          <tr className="text-text-muted">
            <th scope="col" className="px-2 py-1 text-left font-medium">
              {UNIT_LABELS[unit]}
            </th>
            {statuses.map((status) => (
              <th key={status} scope="col" className="px-2 py-1 text-right font-medium">
                {STATUS_LABELS[status]}
              </th>
            ))}
            <th scope="col" className="px-2 py-1 text-right font-medium">
              All
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((bucket) => (
            <tr key={bucket.start} className="border-t border-border">
              <th scope="row" className="px-2 py-1 text-left font-normal whitespace-nowrap">
                {bucket.title}
              </th>
              {statuses.map((status) => (
                <td key={status} className={figure}>
                  {formatFigure(bucket[status])}
                </td>
              ))}
              <td className={figure}>
                {formatFigure(statuses.reduce((sum, status) => sum + bucket[status], 0))}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-border font-medium">
            <th scope="row" className="px-2 py-1 text-left">
              All
            </th>
            {statuses.map((status) => (
              <td key={status} className={figure}>
                {formatFigure(totals[status])}
              </td>
            ))}
            <td className={figure}>{formatFigure(calls)}</td>
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  )
}
