import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { cn } from './cn'

export type Crumb = { label: string; href: string }

export type PageHeaderProps = {
  title: ReactNode
  /** The breadcrumbs, without the page itself. */
  breadcrumbs?: readonly Crumb[]
  /** Beside the title: a status or a code. */
  badge?: ReactNode
  description?: ReactNode
  /** Buttons; the primary one last. */
  actions?: ReactNode
  /** For a header above another one: on phones only the title, with the buttons beside it. */
  above?: boolean
}

/** The header of a page, with its only h1. */
export function PageHeader({ title, breadcrumbs = [], badge, description, actions, above }: PageHeaderProps) {
  return (
    <header
      className={cn(
        'mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3',
        above && 'max-sm:mb-3 max-sm:flex-nowrap max-sm:items-center',
      )}
    >
      <div className="min-w-0">
        {breadcrumbs.length > 0 ? (
          <nav aria-label="Breadcrumb" className={cn('mb-1', above && 'max-sm:hidden')}>
            <ol className="flex flex-wrap items-center gap-1 text-sm text-text-muted">
              {breadcrumbs.map((crumb) => (
                <li key={crumb.href} className="flex min-w-0 items-center gap-1">
                  <Link
                    href={crumb.href}
                    prefetch={false}
                    className="inline-flex min-h-6 items-center truncate rounded-sm hover:text-text hover:underline"
                  >
                    {crumb.label}
                  </Link>
                  <ChevronRight aria-hidden size={14} className="shrink-0" />
                </li>
              ))}
            </ol>
          </nav>
        ) : null}
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-2xl font-semibold tracking-tight break-words">{title}</h1>
          {badge}
        </div>
        {description ? (
          <p
            className={cn(
              'mt-1 max-w-[70ch] text-base break-words text-text-muted',
              above && 'max-sm:hidden',
            )}
          >
            {description}
          </p>
        ) : null}
      </div>
      {actions ? (
        <div
          className={cn(
            'flex flex-wrap items-center gap-2',
            above ? 'shrink-0' : 'max-sm:w-full max-sm:*:flex-1',
          )}
        >
          {actions}
        </div>
      ) : null}
    </header>
  )
}
