import Link from 'next/link'
import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { failureMessage } from '@/lib/errors'

export interface PreviewCardProps<Row> {
  title: string
  /** The page with all of them. */
  href: string
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  children: (row: Row) => ReactNode
  error: unknown
  retrying: boolean
  onRetry: () => void
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

function PreviewRows<Row>({
  rows,
  rowKey,
  children,
  error,
  retrying,
  onRetry,
  expected,
  emptyTitle,
}: Omit<PreviewCardProps<Row>, 'title' | 'href'>) {
  if (!rows && error) {
    return <ErrorState message={failureMessage(error)} onRetry={onRetry} retrying={retrying} />
  }
  if (rows?.length === 0 || expected === 0) return <EmptyState title={emptyTitle} />
  return (
    <ul className="divide-y divide-border" aria-busy={!rows}>
      {rows
        ? rows.map((row) => (
            <li key={rowKey(row)} className="flex min-h-14 items-center justify-between gap-3 px-4 py-2">
              {children(row)}
            </li>
          ))
        : Array.from({ length: expected }, (_, index) => (
            <li key={index} className="flex min-h-14 items-center px-4">
              <Skeleton className="h-3 w-48" />
            </li>
          ))}
    </ul>
  )
}
