import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

export type FigureTone = 'plain' | 'good' | 'watch' | 'bad'

const TONES: Record<FigureTone, string> = {
  plain: 'text-text',
  good: 'text-success-text',
  watch: 'text-warning-text',
  bad: 'text-danger-text',
}

/** A figure that can be read across a room. */
export function BigFigure({
  label,
  tone = 'plain',
  detail,
  children,
}: {
  label: string
  tone?: FigureTone
  detail?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="min-w-0 rounded-lg border border-border bg-surface px-4 py-3 shadow-card">
      <p className="truncate text-base font-medium text-text-muted">{label}</p>
      <p className={cn('numeric mt-1 text-[3.25rem] leading-none font-semibold tracking-tight', TONES[tone])}>
        {children}
      </p>
      <p className="mt-2 min-h-5 text-sm text-text-muted">{detail}</p>
    </div>
  )
}
