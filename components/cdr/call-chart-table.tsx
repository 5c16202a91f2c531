import { ScrollRegion } from '@/components/ui/scroll-region'
import { STATUS_LABELS } from '@/lib/cdr/call-text'
import type { ChartSeries } from '@/lib/cdr/chart-series'

const UNIT_LABELS = { hour: 'Hour', day: 'Day', week: 'Week' } as const

/** The figures of the chart; hours, days and weeks without calls are left out. */
export function CallChartTable({
  series: { unit, buckets, statuses, totals, calls },
}: {
  series: ChartSeries
}) {
  const rows = buckets.filter((bucket) => statuses.some((status) => bucket[status] > 0))
  const figure = 'numeric px-2 py-1 text-right whitespace-nowrap'
  return (
    <ScrollRegion label="Figures of the chart">
      {() => (
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
                    {bucket[status].toLocaleString('en')}
                  </td>
                ))}
                <td className={figure}>
                  {statuses.reduce((sum, status) => sum + bucket[status], 0).toLocaleString('en')}
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
                  {totals[status].toLocaleString('en')}
                </td>
              ))}
              <td className={figure}>{calls.toLocaleString('en')}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </ScrollRegion>
  )
}
