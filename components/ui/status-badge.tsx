import type { ReactNode } from 'react'
import type { Tone } from './badge'
import { cn } from './cn'

const DOTS: Record<Tone, string> = {
  neutral: 'before:border-2 before:border-border-control',
  accent: 'before:bg-accent-text',
  info: 'before:bg-info',
  success: 'before:bg-success',
  warning: 'before:bg-warning',
  danger: 'before:bg-danger',
}

export type StatusBadgeProps = { tone?: Tone; children: ReactNode; className?: string }

/** The state of a record: a dot at a glance, and the word. */
export function StatusBadge({ tone = 'neutral', children, className }: StatusBadgeProps) {
  return <span className={cn('status', DOTS[tone], className)}>{children}</span>
}
