import type { ReactNode } from 'react'
import { cn } from './cn'

/** A key to press, drawn as one. */
export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={cn(
        'inline-grid h-5 min-w-5 place-items-center rounded-sm border border-border bg-surface px-1 font-sans text-2xs font-medium text-text-muted',
        className,
      )}
    >
      {children}
    </kbd>
  )
}
