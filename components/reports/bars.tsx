import { Fragment } from 'react'
import { ChartBar } from '@/components/ui/chart-bar'
import { ChartKey } from '@/components/ui/chart-key'
import { formatFigure } from '@/lib/figures'

/** A column or row of a chart: its label, length, and darker part. */
export interface Bar {
  label: string
  value: number
  part: number
}

/** A round number above the highest column, with an integer half. */
function topOf(highest: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(1, highest)))
  return [1, 2, 4, 6, 8, 10].map((times) => times * step).find((top) => top >= highest && top % 2 === 0) ?? 2
}

interface BarsProps {
  bars: readonly Bar[]
  partLabel: string
  restLabel: string
  /** The unit of the bars. */
  unit: string
  format?: (value: number) => string
}

/** A column chart with darker parts; decorative, because the table next to it has the figures. */
export function Bars({ bars, format = formatFigure, ...legend }: BarsProps) {
  const highest = topOf(Math.max(...bars.map(({ value }) => value)))
  // Axis ticks are integers.
  const tick = (value: number) => format(value).replace(/\.00$/, '')
  const every = Math.ceil(bars.length / 12)
  return (
    <figure aria-hidden className="break-inside-avoid [print-color-adjust:exact]">
      <Legend {...legend} />
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div className="numeric flex h-36 flex-col justify-between text-right text-2xs text-text-muted">
          <span className="-mt-1.5">{tick(highest)}</span>
          <span>{tick(highest / 2)}</span>
          <span className="-mb-1.5">{tick(0)}</span>
        </div>
        <div className="relative flex h-36 items-end gap-px border-y border-border">
          <div className="absolute inset-x-0 top-1/2 border-t border-border" />
          {bars.map(({ label, value, part }) => (
            <div
              key={label}
              title={`${label}: ${format(value)}`}
              className="relative h-full max-w-24 min-w-0 flex-1"
            >
              <ChartBar value={value} part={part} highest={highest} />
            </div>
          ))}
        </div>
        <div className="col-start-2 mt-1 flex gap-px text-2xs text-text-muted">
          {bars.map(({ label }, index) => (
            <span
              key={label}
              // On a phone there is no room for every other label.
              className={`max-w-24 min-w-0 flex-1 overflow-visible text-center whitespace-nowrap ${index % (every * 2) ? 'max-sm:invisible' : ''}`}
            >
              {index % every === 0 ? label : ''}
            </span>
          ))}
        </div>
      </div>
    </figure>
  )
}

/** Rows of a chart of names. */
const MOST_NAMES = 10

/**
 * A chart of what has names and no order of its own: rows with darker parts, of the first ten bars. Decorative, like the columns.
 */
export function NamedBars({ bars, unit, format = formatFigure, ...keys }: BarsProps) {
  const shown = bars.slice(0, MOST_NAMES)
  const highest = Math.max(...shown.map(({ value }) => value))
  const first = bars.length > MOST_NAMES ? `, ${MOST_NAMES} of ${formatFigure(bars.length)}` : ''
  return (
    <figure aria-hidden className="break-inside-avoid [print-color-adjust:exact]">
      <Legend unit={unit + first} {...keys} />
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-x-3 gap-y-1 text-sm">
        {shown.map(({ label, value, part }, index) => (
          <Fragment key={index}>
            <span className="truncate" title={label}>
              {label}
            </span>
            <div className="h-3.5">
              <ChartBar lying value={value} part={part} highest={highest} />
            </div>
            <span className="numeric text-right text-text-muted">{format(value)}</span>
          </Fragment>
        ))}
      </div>
    </figure>
  )
}

function Legend({ partLabel, restLabel, unit }: Omit<BarsProps, 'bars' | 'format'>) {
  return (
    <figcaption className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-text-muted">
      <ChartKey className="bg-accent" label={partLabel} />
      <ChartKey className="bg-accent/35" label={restLabel} />
      <span className="ml-auto">{unit}</span>
    </figcaption>
  )
}
