import type { ReactNode } from 'react'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import type { Query } from '@/hooks/use-query'
import { failureMessage } from '@/lib/errors'

/** That a question failed, why, and a way to ask again; undefined while it has not. */
export function failureOf(
  { error, loading, retry }: Pick<Query<unknown>, 'error' | 'loading' | 'retry'>,
  title?: string,
): ReactNode {
  return error ? (
    <ErrorState title={title} message={failureMessage(error)} retrying={loading} onRetry={retry} />
  ) : undefined
}

/** The answer to a question as a table takes it. */
export const inTable = <Row,>(query: Query<readonly Row[]>, title?: string) => ({
  rows: query.data,
  loading: query.loading,
  error: failureOf(query, title),
})

/** The answer to a question: what is pending until it is there, why it failed, what stands for nothing, or the data. */
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
  /** In place of null and of a list without entries. */
  empty?: ReactNode
  children: (data: NonNullable<Data>) => ReactNode
}) {
  const { data } = query
  if (data === undefined) return failureOf(query, title) ?? pending
  if (data === null || (empty !== undefined && Array.isArray(data) && data.length === 0)) return empty
  return children(data)
}
