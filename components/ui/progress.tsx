import { useId } from 'react'
import { formatFigure } from '@/lib/figures'

export type ProgressProps = {
  /** The task: "Checking 5,000 rows". */
  label: string
  /** Number done of the total; undefined while unknown. */
  done?: number
  of?: number
}

/** The progress of a long task, or an indeterminate bar. */
export function Progress({ label, done, of }: ProgressProps) {
  const id = useId()
  const known = done !== undefined && of !== undefined
  const share = known && of > 0 ? Math.min(done / of, 1) : 0
  const text = known ? `${formatFigure(done)} of ${formatFigure(of)}` : undefined

  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <span id={id} role="status">
          {label}
        </span>
        <span aria-hidden className="numeric text-text-muted">
          {text}
        </span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={known ? 0 : undefined}
        aria-valuemax={known ? of : undefined}
        aria-valuenow={known ? done : undefined}
        aria-valuetext={text}
        className="h-1.5 overflow-hidden rounded-full bg-surface-sunken"
      >
        <div
          className={`h-full rounded-full bg-accent ${known ? 'transition-[width]' : 'w-1/3 animate-[progress_1.4s_ease-in-out_infinite] motion-reduce:w-full motion-reduce:animate-pulse'}`}
          style={known ? { width: `${share * 100}%` } : undefined}
        />
      </div>
    </div>
  )
}
