import type { ReactNode } from 'react'
import { NO_VALUE } from '@/lib/figures'

export type Description = { term: string; details: ReactNode }

/** Facts about a record, term beside details, stacked on phones. Missing values show as a dash. */
export function DescriptionList({ items }: { items: readonly Description[] }) {
  return (
    <dl className="grid gap-x-6 text-base sm:grid-cols-[minmax(7rem,auto)_minmax(0,1fr)]">
      {items.map(({ term, details }) => (
        <div key={term} className="grid min-w-0 gap-y-0.5 py-1.5 sm:col-span-2 sm:grid-cols-subgrid">
          <dt className="text-text-muted">{term}</dt>
          <dd className="min-w-0 break-words">
            {details === null || details === undefined || details === '' ? NO_VALUE : details}
          </dd>
        </div>
      ))}
    </dl>
  )
}
