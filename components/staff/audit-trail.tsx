import { ActivityList } from '@/components/common/activity-list'
import { useTrail } from '@/hooks/use-staff'
import type { TrailOf } from '@/lib/trail/newest'

/** The newest audit entries about a record, or by a user. */
export function AuditTrail({ of, emptyText }: { of: TrailOf; emptyText: string }) {
  return <ActivityList query={useTrail(of)} emptyText={emptyText} />
}
