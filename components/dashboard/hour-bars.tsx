import { describeHours } from '@/lib/dashboard/hours'

const HEIGHT = 28
const STEP = 5

/** A day's counts (24, by hour) as small bars. */
export function HourBars({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts)
  return (
    <svg
      role="img"
      aria-label={describeHours(counts)}
      viewBox={`0 0 ${counts.length * STEP - 1} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="mt-1 h-7 w-full text-accent"
    >
      {counts.map((count, hour) => {
        // An hour without calls keeps its place on the base line.
        const height = count === 0 ? 1 : Math.max(2, (count / most) * HEIGHT)
        return (
          <rect
            key={hour}
            x={hour * STEP}
            y={HEIGHT - height}
            width={STEP - 1}
            height={height}
            fill="currentColor"
            fillOpacity={count === 0 ? 0.35 : 1}
          />
        )
      })}
    </svg>
  )
}
