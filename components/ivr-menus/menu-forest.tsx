import { Card } from '@/components/ui/card'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useRouting } from '@/hooks/use-routing'
import { failureMessage } from '@/lib/errors'
import { menuForest } from '@/lib/telephony/ivr-tree'
import { MenuTree } from './menu-tree'

/** All of a tenant's menus as trees, those that no other leads to at the roots. */
export function MenuForest() {
  const { data: routing, error, isValidating, mutate } = useRouting()
  if (error && !routing) {
    return (
      <ErrorState message={failureMessage(error)} retrying={isValidating} onRetry={() => void mutate()} />
    )
  }
  if (routing === undefined) return <Skeleton className="h-48 w-full" />
  const trees = routing ? menuForest(routing) : []
  // The empty list below says it.
  if (trees.length === 0) return null
  return (
    <ul className="flex flex-col gap-3">
      {trees.map((tree) => (
        <li key={tree.key}>
          <Card>
            <MenuTree tree={tree} />
          </Card>
        </li>
      ))}
    </ul>
  )
}
