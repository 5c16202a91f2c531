import type { ReactNode } from 'react'
import { cn } from './cn'

export type Tone = 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger'

const TINTS: Record<Tone, string> = {
  neutral: 'bg-surface-active text-text',
  accent: 'bg-accent-soft text-accent-text',
  info: 'bg-info-soft text-info-text',
  success: 'bg-success-soft text-success-text',
  warning: 'bg-warning-soft text-warning-text',
  danger: 'bg-danger-soft text-danger-text',
}

export type BadgeProps = { tone?: Tone; icon?: ReactNode; children: ReactNode; className?: string }

/** A short word about a thing: its type, a count, a flag. */
export function Badge({ tone = 'neutral', icon, children, className }: BadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex h-5 max-w-full items-center align-top gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap',
        TINTS[tone],
        className,
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  )
}
