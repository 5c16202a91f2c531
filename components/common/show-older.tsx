import { Button } from '@/components/ui/button'
import type { KeyedQuery } from '@/hooks/use-query'
import { failureOf } from './loaded'

/** How many of the newest are shown first, and more each time that older ones are asked for. */
export const NEWEST = 200

/** Below a list of the newest: a button that shows older ones, if there are any. The query asks for one more than are shown. */
export function ShowOlder({
  query,
  shown,
  plural,
  onShow,
}: {
  query: KeyedQuery<readonly unknown[]>
  shown: number
  /** "notes" */
  plural: string
  /** Gets how many are to be shown. */
  onShow: (shown: number) => void
}) {
  const { data = [], outdated } = query
  const hasOlder = outdated || data.length > shown
  if (!hasOlder && shown === NEWEST) return null
  const failure = outdated ? failureOf(query) : undefined
  return (
    failure ?? (
      <Button
        size="sm"
        variant="ghost"
        loading={outdated}
        onClick={() => onShow(hasOlder ? shown + NEWEST : NEWEST)}
      >
        {hasOlder ? 'Show older' : 'Show only the newest'}
        <span className="sr-only"> {plural}</span>
      </Button>
    )
  )
}
