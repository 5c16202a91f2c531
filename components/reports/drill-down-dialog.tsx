import type { ReactNode } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import type { Query } from '@/hooks/use-query'

/** The rows behind a figure of a report, each drawn by `children` as a {@link DrillDownRow}. */
export function DrillDownDialog<Row extends { id: string }>({
  title,
  query,
  empty,
  onClose,
  children,
}: {
  title: string
  query: Query<Row[]>
  empty: ReactNode
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
          <ul className="divide-y divide-border text-sm">
            {rows.map((row) => (
              <li key={row.id} className="py-2">
                {children(row)}
              </li>
            ))}
          </ul>
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
