import type { ReactNode } from 'react'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import type { Query } from '@/hooks/use-query'
import { failureMessage } from '@/lib/errors'

/** The failure of a query, with its message and a retry function; undefined if there is none. */
export function failureOf(
  query: Pick<Query<unknown>, 'error' | 'loading' | 'retry'>,
  title?: string,
): ReactNode {
  const { error } = query
  return error ? (
    <ErrorState
      title={title}
      message={failureMessage(error)}
      retrying={query.loading}
      onRetry={query.retry}
    />
  ) : undefined
}

/** A query result in the form that tables take. */
export const inTable = <Row,>(query: Query<readonly Row[]>, title?: string) => ({
  rows: query.data,
  error: failureOf(query, title),
})

/** Renders a query result: a placeholder while pending, the error, an empty state, or the data. */
export function Loaded<Data>({
  query,
  pending = <Skeleton className="h-48 w-full" />,
  title,
  empty,
  children,
}: {
  query: Query<Data>
  pending?: ReactNode
  title?: string
  /** Shown for null and for an empty list. */
  empty?: ReactNode
  children: (data: NonNullable<Data>) => ReactNode
}) {
  const { data } = query
  if (data === undefined) return failureOf(query, title) ?? pending
  if (data === null || (empty !== undefined && Array.isArray(data) && data.length === 0)) return empty
  return children(data)
}
