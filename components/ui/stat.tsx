import { ArrowRight } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Skeleton } from './skeleton'

export type StatProps = {
  label: string
  /** Formatted; undefined while loading. */
  figure: ReactNode | undefined
  /** A second, quieter line: a comparison, or the unit. */
  detail?: ReactNode
  /** Links the whole card to the list behind the figure. */
  href?: string
}

/** A figure with its label, all of it a link if it has a page; busy while the figure is undefined. */
export function Stat({ label, figure, detail, href }: StatProps) {
  return (
    <div
      aria-busy={figure === undefined || undefined}
      className={
        href
          ? 'group relative min-w-0 rounded-lg border border-border bg-surface p-4 shadow-card hover:border-border-control hover:bg-surface-hover'
          : 'min-w-0 rounded-lg border border-border bg-surface p-4 shadow-card'
      }
    >
      <div className="flex items-center justify-between gap-2 text-sm text-text-muted">
        {href ? (
          <Link
            prefetch={false}
            href={href}
            className="min-w-0 rounded-sm outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            {label}
          </Link>
        ) : (
          <span className="min-w-0">{label}</span>
        )}
        {href ? (
          <ArrowRight aria-hidden size={14} className="shrink-0 opacity-0 group-hover:opacity-100" />
        ) : null}
      </div>
      {figure === undefined ? (
        <Skeleton className="mt-2 mb-1 h-6 w-16" />
      ) : (
        <p className="numeric mt-1 text-2xl font-semibold tracking-tight">{figure}</p>
      )}
      {detail ? <div className="mt-1 text-sm text-text-muted">{detail}</div> : null}
    </div>
  )
}
