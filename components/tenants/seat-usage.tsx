import { cn } from '@/components/ui/cn'
import { formatFigure } from '@/lib/figures'

/** Extensions used of those purchased, as figures and a bar; a full or exceeded limit is a warning. */
export function SeatUsage({ used, licensed }: { used: number; licensed: number }) {
  const full = used >= licensed
  const share = licensed > 0 ? Math.min(used / licensed, 1) : 1
  return (
    <span className="inline-flex items-center gap-2" title={full ? 'All licensed seats are used' : undefined}>
      <svg aria-hidden className="h-1.5 w-14 overflow-hidden rounded-full bg-surface-active max-sm:w-20">
        <rect
          className={full ? 'fill-warning' : 'fill-accent'}
          width={`${share * 100}%`}
          height="100%"
          rx="3"
        />
      </svg>
      <span className={cn('numeric min-w-12 text-right', full && 'font-medium text-warning-text')}>
        {formatFigure(used)} / {formatFigure(licensed)}
        {full ? <span className="sr-only">, all used</span> : null}
      </span>
    </span>
  )
}
