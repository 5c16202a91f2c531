import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
} from 'recharts'
import { STATUS_LABELS } from '@/lib/cdr/call-text'
import type { ChartBucket, ChartSeries } from '@/lib/cdr/chart-series'
import { formatFigure } from '@/lib/figures'
import { countOf } from '@/lib/words'
import { STATUS_COLORS } from './status-colors'

const TICK = { fill: 'var(--text-muted)', fontSize: 12 }
const MOST_LABELS = 12

/** Bars of calls, stacked by status. An image for screen readers, because the table has the same figures. Import lazily. */
export function CallChart({ series }: { series: ChartSeries }) {
  const { buckets, statuses, calls, unit } = series
  return (
    <div
      role="img"
      aria-label={`${countOf(calls, 'call')} by ${unit} and status; the figures are in the table below`}
      className="h-44 w-full overflow-hidden"
    >
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={buckets}
          margin={{ top: 4, right: 16, bottom: 0, left: 0 }}
          barCategoryGap="18%"
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--border)" />
          <XAxis
            dataKey="label"
            tick={BucketLabel}
            tickLine={false}
            axisLine={{ stroke: 'var(--border)' }}
            // A fixed interval: otherwise each label is measured in the document before the chart is drawn.
            interval={Math.ceil(buckets.length / MOST_LABELS) - 1}
          />
          <YAxis allowDecimals={false} width={44} tick={TICK} tickLine={false} axisLine={false} />
          <Tooltip
            cursor={{ fill: 'var(--surface-hover)' }}
            isAnimationActive={false}
            labelFormatter={(_label, [first]) => (first?.payload as ChartBucket | undefined)?.title ?? ''}
            formatter={(value, name) => [formatFigure(Number(value)), name]}
            contentStyle={{
              background: 'var(--surface-raised)',
              border: '1px solid var(--border)',
              borderRadius: 8,
              color: 'var(--text)',
              fontSize: 13,
            }}
            itemStyle={{ color: 'var(--text)', padding: 0 }}
          />
          {statuses.map((status) => (
            <Bar
              key={status}
              dataKey={status}
              name={STATUS_LABELS[status]}
              stackId="calls"
              fill={STATUS_COLORS[status]}
              isAnimationActive={false}
              maxBarSize={56}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

/** A label of the time axis. On a phone there is no room for every other one. */
function BucketLabel({ x, y, payload: { value }, index }: XAxisTickContentProps) {
  return (
    <text x={x} y={y} dy="0.71em" textAnchor="middle" className={index % 2 ? 'max-sm:hidden' : ''} {...TICK}>
      {value}
    </text>
  )
}
