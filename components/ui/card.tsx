import type { ReactNode } from 'react'
import { cn } from './cn'

export type CardProps = {
  title?: ReactNode
  /** At the end of the title row. */
  actions?: ReactNode
  /** Without inner padding, for a table or list that reaches the edges. */
  flush?: boolean
  className?: string
  children: ReactNode
}

/** An area of a page. With a title it is a section with an h2. */
export function Card({ title, actions, flush = false, className, children }: CardProps) {
  const Element = title ? 'section' : 'div'
  return (
    <Element className={cn('min-w-0 rounded-lg border border-border bg-surface shadow-card', className)}>
      {title ? (
        <div className="flex min-h-11 items-center justify-between gap-3 border-b border-border px-4 py-1.5">
          <h2 className="min-w-0 text-base font-semibold break-words">{title}</h2>
          {actions ? <div className="flex shrink-0 items-center gap-2">{actions}</div> : null}
        </div>
      ) : null}
      <div className={flush ? undefined : 'p-4'}>{children}</div>
    </Element>
  )
}
