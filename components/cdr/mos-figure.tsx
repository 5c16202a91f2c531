import { cn } from '@/components/ui/cn'

/** Below this, ITU-T G.107 speaks of many users dissatisfied. */
const POOR = 3.6

/** A mean opinion score; a poor one is highlighted, also in words. */
export function MosFigure({ mos }: { mos: number | null }) {
  if (mos === null) return null
  const poor = mos < POOR
  return (
    <span className={cn('numeric', poor && 'font-medium text-warning-text')}>
      {mos.toFixed(2)}
      {poor ? <span className="sr-only"> (poor)</span> : null}
    </span>
  )
}
