import Link from 'next/link'
import type { ReactNode } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import type { Query } from '@/hooks/use-query'

export interface PreviewCardProps<Row> {
  title: string
  /** The page with all of them. */
  href: string
  query: Query<readonly Row[]>
  rowKey: (row: Row) => string
  children: (row: Row) => ReactNode
  /** How many rows are expected, so that the page does not jump when they arrive. */
  expected: number
  emptyTitle: string
}

/** The first few records of a page, and the way to all of them. */
export function PreviewCard<Row>({ title, href, ...rest }: PreviewCardProps<Row>) {
  return (
    <Card
      flush
      title={title}
      actions={
        <Link
          prefetch={false}
          href={href}
          className="inline-flex min-h-6 items-center rounded-sm text-sm font-medium text-accent-text hover:underline"
        >
          See all<span className="sr-only"> {title.toLowerCase()}</span>
        </Link>
      }
    >
      <PreviewRows {...rest} />
    </Card>
  )
}

const ROW = 'flex min-h-14 items-center justify-between gap-3 px-4 py-2'

function PreviewRows<Row>({
  query,
  rowKey,
  children,
  expected,
  emptyTitle,
}: Omit<PreviewCardProps<Row>, 'title' | 'href'>) {
  const empty = <EmptyState title={emptyTitle} />
  const pending = (
    <ul className="divide-y divide-border" aria-busy>
      {Array.from({ length: expected }, (_, index) => (
        <li key={index} className={ROW}>
          <Skeleton className="h-3 w-48" />
        </li>
      ))}
    </ul>
  )
  return (
    <Loaded query={query} pending={expected === 0 ? empty : pending} empty={empty}>
      {(rows) => (
        <ul className="divide-y divide-border">
          {rows.map((row) => (
            <li key={rowKey(row)} className={ROW}>
              {children(row)}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
