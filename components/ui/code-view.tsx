import type { ReactNode } from 'react'
import { cn } from './cn'

export type CodeViewProps = { label: string; className?: string; children: ReactNode }

/** Machine-readable text in a box that scrolls by pointer and keyboard. */
export function CodeView({ label, className, children }: CodeViewProps) {
  const scrollable = { role: 'region', 'aria-label': label, tabIndex: 0 }
  return (
    <pre
      {...scrollable}
      className={cn(
        'overflow-auto rounded-lg border border-border bg-surface-sunken py-2 font-mono text-sm',
        className,
      )}
    >
      {children}
    </pre>
  )
}
