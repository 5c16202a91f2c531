import { Loaded } from '@/components/common/loaded'
import { Moment } from '@/components/common/moment'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useSeatHistory } from '@/hooks/use-billing'
import { PRODUCT_LABELS, type SeatChange, type SeatProduct } from '@/lib/licensing/seats'

export function SeatHistory({ tenantId }: { tenantId: string }) {
  return (
    <Loaded
      query={useSeatHistory(tenantId)}
      pending={<Skeleton className="m-4 h-16" />}
      empty={<EmptyState title="No changes yet">A change of seats appears here.</EmptyState>}
    >
      {(changes) => (
        <ol className="divide-y divide-border">
          {changes.map((change) => (
            <li key={change.id} className="px-4 py-2 text-base">
              <p>
                {PRODUCT_LABELS[change.product as SeatProduct]}: {whatChanged(change)}
              </p>
              <p className="text-sm text-text-muted">
                {change.actor_email ?? 'The system'}, <Moment at={change.at} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  )
}

function whatChanged({ before, after, cap_before, cap_after }: SeatChange): string {
  const parts: string[] = []
  if (after !== null) parts.push(before === null ? `${after} seats` : `${before} to ${after} seats`)
  if (cap_after !== null)
    parts.push(cap_before === null ? `${cap_after} cap` : `cap ${cap_before} to ${cap_after}`)
  return parts.join(', ')
}
