import type { ReactNode } from 'react'
import type { Tone } from './badge'
import { cn } from './cn'

const DOTS: Record<Tone, string> = {
  neutral: 'border-2 border-border-control',
  accent: 'bg-accent-text',
  info: 'bg-info',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
}

export type StatusBadgeProps = { tone?: Tone; children: ReactNode; className?: string }

/** The state of a record: a dot at a glance, and the word. */
export function StatusBadge({ tone = 'neutral', children, className }: StatusBadgeProps) {
  return (
    <span
      className={cn('inline-flex max-w-full items-center align-top gap-1.5 whitespace-nowrap', className)}
    >
      <span aria-hidden className={cn('size-2 shrink-0 rounded-full', DOTS[tone])} />
      <span className="truncate">{children}</span>
    </span>
  )
}
