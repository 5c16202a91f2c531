import type { ReactNode } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import type { Query } from '@/hooks/use-query'
import { formatCount } from '@/lib/lists/page'
import { MOST_BEHIND } from '@/lib/supabase/constraints'

/** The rows behind a figure of a report, each drawn by `children` as a {@link DrillDownRow}, with what they add up to. */
export function DrillDownDialog<Row extends { id: string }>({
  title,
  query,
  empty,
  total,
  onClose,
  children,
}: {
  title: string
  query: Query<Row[]>
  empty: ReactNode
  /** The sum of several rows, as a {@link DrillDownRow}. */
  total: (rows: readonly Row[]) => ReactNode
  onClose: () => void
  children: (row: Row) => ReactNode
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      size="lg"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded query={query} pending={<Skeleton className="h-32 w-full" />} empty={empty}>
        {(rows) => (
          <>
            <ul className="divide-y divide-border text-sm">
              {rows.slice(0, MOST_BEHIND).map((row) => (
                <li key={row.id} className="py-2">
                  {children(row)}
                </li>
              ))}
            </ul>
            {rows.length > MOST_BEHIND ? (
              <p className="border-t border-border py-2 text-sm text-text-muted">
                Only {formatCount(MOST_BEHIND)} are shown.
              </p>
            ) : rows.length > 1 ? (
              <div role="group" aria-label="Total" className="border-t border-border-control py-2 text-sm">
                {total(rows)}
              </div>
            ) : null}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

/** A row's name, details and figure; on phones, the name has a line of its own. */
export function DrillDownRow({
  name,
  details,
  figure,
}: {
  name: ReactNode
  details: ReactNode
  figure: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 sm:flex-nowrap">
      <span className="min-w-0 flex-1 font-medium max-sm:basis-full">{name}</span>
      <span className="numeric min-w-0 text-text-muted max-sm:flex-1">{details}</span>
      <span className="numeric min-w-28 text-right">{figure}</span>
    </div>
  )
}
