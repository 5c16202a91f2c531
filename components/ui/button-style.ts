import type { LucideIcon } from 'lucide-react'
import { cn } from './cn'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

/** A decorative icon and its size in pixels. */
export type ButtonIcon = { icon?: LucideIcon; iconSize?: number }

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-accent-contrast hover:bg-accent-hover',
  secondary: 'border border-border-control/60 bg-surface text-text shadow-card hover:bg-surface-hover',
  ghost: 'text-text-muted hover:bg-surface-active hover:text-text',
  danger: 'bg-danger text-danger-contrast hover:bg-danger-hover',
}

const SIZES: Record<ButtonSize, string> = {
  sm: 'h-7 gap-1.5 px-2.5 text-sm touch:h-10',
  md: 'h-8 gap-2 px-3 text-base touch:h-11 touch:px-4',
  lg: 'h-10 gap-2 px-4 text-base touch:h-12 touch:text-lg',
}

const SQUARE: Record<ButtonSize, string> = {
  sm: 'size-7 touch:size-10',
  md: 'size-8 touch:size-11',
  lg: 'size-10 touch:size-12',
}

type Look = { variant?: ButtonVariant; size?: ButtonSize; square?: boolean; className?: string }

/** Classes shared by buttons, icon buttons and button-like links. */
export function buttonClass({ variant = 'secondary', size = 'md', square = false, className }: Look): string {
  return cn('control-button', VARIANTS[variant], square ? SQUARE[size] : SIZES[size], className)
}
