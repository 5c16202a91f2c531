import type { ReactNode } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import type { Query } from '@/hooks/use-query'

/** The rows behind a figure of a report, each drawn by `children`. */
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
              <li key={row.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2">
                {children(row)}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  )
}
