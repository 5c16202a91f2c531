import type { ReactNode } from 'react'

export type SectionHeaderProps = {
  title: string
  /** Beside the title: how much there is. */
  count?: string
  description?: ReactNode
  /** Buttons; the primary one last. */
  actions?: ReactNode
}

/** The header of a page below its tenant's name, with its h2. */
export function SectionHeader({ title, count, description, actions }: SectionHeaderProps) {
  return (
    <header className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <div className="flex items-baseline gap-2">
          <h2 className="text-xl font-semibold">{title}</h2>
          {count ? <span className="numeric text-base text-text-muted">{count}</span> : null}
        </div>
        {description ? <p className="text-sm text-text-muted">{description}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">{actions}</div> : null}
    </header>
  )
}
